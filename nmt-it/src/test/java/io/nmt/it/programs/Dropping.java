package io.nmt.it.programs;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Drops direct buffers; and with the argument {@code blocked}, also an object whose cleaner does not end. */
public final class Dropping {
    private static final Cleaner CLEANER = Cleaner.create();
    private static List<Object> held = new ArrayList<>();

    private Dropping() {}

    public static void main(String[] arguments) throws IOException {
        Talk.say("ready");
        Talk.await("drop");
        for (int i = 0; i < 1000; i++) {
            held.add(ByteBuffer.allocateDirect(500));
        }
        if (arguments.length > 0) {
            Object last = new Object();
            CLEANER.register(last, Dropping::block);
            held.add(last);
        }
        held = null;
        Talk.say("dropped");
        Talk.await("finish");
    }

    private static void block() {
        Talk.say("cleaning");
        synchronized (CLEANER) {
            while (true) {
                try {
                    CLEANER.wait();
                } catch (InterruptedException e) {
                    Talk.say("interrupted");
                }
            }
        }
    }
}
