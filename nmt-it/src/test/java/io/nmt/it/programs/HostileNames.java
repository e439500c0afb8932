package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Gives its thread and a category names that talk to terminals, look like rows of a report, and are formulas. */
public final class HostileNames {
    /** The name of a thread. */
    static final String THREAD =
            "=cmd|'/C calc'!A0\u001b]0;owned\u0007\u001b[31m<script>alert(1)</script>,\nForged row 0KB\u202eabc\uD800";

    /** The name of a category. */
    static final String CATEGORY = "=1+1\u001b[2J<b>\r\nForged row 0KB\u2028\u009b31m";

    private static final List<Object> HELD = new ArrayList<>();

    private HostileNames() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Thread thread = new Thread(
                () -> {
                    for (int i = 0; i < 100; i++) {
                        HELD.add(ByteBuffer.allocateDirect(100_000));
                    }
                },
                THREAD);
        thread.start();
        thread.join();
        NativeMemory.record(0x7000_0000_0000L, 12_345_678, Category.of(CATEGORY));
        Talk.say("ready");
        Talk.await("finish");
    }
}
