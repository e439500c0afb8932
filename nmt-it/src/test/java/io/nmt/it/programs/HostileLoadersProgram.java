package io.nmt.it.programs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes class loaders as no program should: each must be made as it would without an agent. */
public final class HostileLoadersProgram {
    public static final int OWN = 30;
    public static final int NAMES = 3_000;
    private static final int DEEP_ROUNDS = 20;
    private static final int DEEP = 25;
    private static final int FULL = 100;
    private static final long SMALL_STACK = 256 << 10;
    private static final List<Object> KEPT = new ArrayList<>();
    private static final List<Object> NAMED = new ArrayList<>();

    private static int deep;
    private static int mostDeep;

    private HostileLoadersProgram() {}

    /** Its own methods throw. */
    private static class Own extends ClassLoader {
        private final boolean isMade;

        Own() {
            this.isMade = true;
        }

        @Override
        public String getName() {
            if (isMade) {
                throw new AssertionError("name"); // no tool may call it
            }
            return null; // to the JDK's constructor
        }

        @Override
        public String toString() {
            throw new IllegalStateException("text");
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("hash");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("equals");
        }
    }

    /** Never becomes a loader. */
    private static final class Failing extends ClassLoader {
        Failing() {
            throw new IllegalStateException("failed");
        }
    }

    /** Defines copies of a class of loaders, with other names. */
    private static final class Definer extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    /** A loader whose class there are many copies of: its name is as long as theirs. */
    public static final class Named0000 extends ClassLoader {}

    public static void main(String[] arguments) throws Exception {
        Talk.say("ready");
        Talk.await("begin");
        int made = 0;
        for (int i = 0; i < OWN; i++) {
            KEPT.add(new Own());
            try {
                new Failing();
            } catch (IllegalStateException e) {
                made++;
            }
        }
        nearTheEndOfTheStack();
        made += ofManyClasses();
        made += inAFullHeap(); // last: for a moment after it, no loader is noted
        Talk.say("made " + (made - OWN - FULL - NAMES + KEPT.size() - deep - OWN));
        Talk.await("finish");
        System.exit(0);
    }

    private static int ofManyClasses() throws Exception {
        byte[] bytes;
        try (var in = HostileLoadersProgram.class.getResourceAsStream("HostileLoadersProgram$Named0000.class")) {
            bytes = in.readAllBytes();
        }
        Definer definer = new Definer();
        for (int i = 1; i <= NAMES; i++) {
            Class<?> type = definer.define(renamed(bytes, String.format("Named%04d", i)));
            NAMED.add(type.getDeclaredConstructor().newInstance());
        }
        return NAMES;
    }

    private static byte[] renamed(byte[] bytes, String name) {
        byte[] from = "Named0000".getBytes(StandardCharsets.US_ASCII);
        byte[] to = name.getBytes(StandardCharsets.US_ASCII);
        byte[] other = bytes.clone();
        for (int i = 0; i + from.length <= bytes.length; i++) {
            boolean found = true;
            for (int j = 0; j < from.length && found; j++) {
                found = bytes[i + j] == from[j];
            }
            if (found) {
                System.arraycopy(to, 0, other, i, to.length);
            }
        }
        return other;
    }

    private static void nearTheEndOfTheStack() throws InterruptedException {
        Thread thread = new Thread(
                null,
                () -> {
                    for (int i = 0; i < DEEP_ROUNDS; i++) {
                        mostDeep = deep + DEEP;
                        descend();
                    }
                },
                "deep",
                SMALL_STACK);
        thread.start();
        thread.join();
    }

    /** Makes one loader each time that the stack is one frame shorter. */
    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static void descend() {
        try {
            descend();
        } catch (StackOverflowError e) {
            return; // the next one is tried by the caller
        }
        if (deep < mostDeep) {
            KEPT.add(new Own());
            deep++;
        }
    }

    private static int inAFullHeap() {
        Object[] filled = FullHeap.filled((Object[]) null);
        int made = 0;
        for (int i = 0; i < FULL; i++) {
            made += madeOrRefused();
        }
        return filled == null ? 0 : made; // it is full until then: no class can be loaded for a fence
    }

    /** As without an agent, either is right. */
    private static int madeOrRefused() {
        try {
            return new Own() == null ? 0 : 1;
        } catch (OutOfMemoryError e) {
            return 1;
        }
    }
}
