package io.nmt.it.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps native handles and loses some, and then takes direct buffers until there are no more. */
public final class HandlesAndBuffers {
    private static final int BUFFER_BYTES = 1 << 20;

    private HandlesAndBuffers() {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        Talk.say("ready");
        Talk.await("make");
        NativeHandles.keep();
        NativeHandles.lose();
        Talk.say("made");
        Talk.await("fill");
        List<ByteBuffer> buffers = new ArrayList<>();
        try {
            while (true) {
                buffers.add(ByteBuffer.allocateDirect(BUFFER_BYTES));
            }
        } catch (OutOfMemoryError e) {
            Talk.say("filled");
        }
        Talk.await("finish");
        if (buffers.isEmpty()) {
            throw new AssertionError();
        }
    }
}
