package io.nmt.it.programs;

import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Makes objects that stand for native ones, closes some, loses some, and keeps the rest. */
public final class NativeHandles {
    /** Made before the agent may come. */
    public static final int EARLY = 7;

    public static final int KEPT = 100;
    public static final int NESTED = 50;
    public static final int CLOSED = 30;
    public static final int LOST = 20;

    /** Handles made for the estimates: too many for each to be sampled. */
    public static final int MANY = 400_000;

    private static final List<Handle> HELD = new ArrayList<>();

    private NativeHandles() {}

    /** One that owns a native object. */
    static class Handle implements AutoCloseable {
        private final int depth;

        Handle() {
            this(0);
        }

        Handle(int depth) {
            if (depth < 0) {
                throw new IllegalArgumentException("no native object");
            }
            this.depth = depth;
        }

        @Override
        public void close() {
            for (int i = 0; i < depth; i++) {
                Thread.onSpinWait();
            }
        }
    }

    /** Its close calls the other. */
    static final class Nested extends Handle {
        Nested(int depth) {
            super(depth);
        }

        @Override
        public void close() {
            super.close();
        }
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        List<Handle> early = new ArrayList<>();
        for (int i = 0; i < EARLY; i++) {
            early.add(new Handle());
        }
        Talk.say("ready");
        Talk.await("go");
        early.forEach(Handle::close);
        keep();
        for (int i = 0; i < NESTED; i++) {
            HELD.add(new Nested(i));
        }
        for (int i = 0; i < CLOSED; i++) {
            HELD.get(i).close();
            HELD.get(i).close();
        }
        try (Handle failed = new Handle(-1)) {
            throw new AssertionError(failed);
        } catch (IllegalArgumentException e) {
            // It was not made.
        }
        lose();
        Talk.say("made");
        Talk.await("more");
        makeMany();
        Talk.say("many");
        Talk.await("finish");
        if (HELD.isEmpty()) {
            throw new AssertionError();
        }
    }

    static void keep() {
        for (int i = 0; i < KEPT; i++) {
            HELD.add(new Handle());
        }
    }

    static void lose() throws InterruptedException {
        ReferenceQueue<Handle> queue = new ReferenceQueue<>();
        List<WeakReference<Handle>> lost = new ArrayList<>();
        for (int i = 0; i < LOST; i++) {
            lost.add(new WeakReference<>(new Handle(), queue));
        }
        int collected = 0;
        while (collected < lost.size()) {
            System.gc();
            while (queue.remove(100) != null) {
                collected++;
            }
        }
    }

    /** One in four here, and three there. */
    private static void makeMany() {
        for (int i = 0; i < MANY; i += 4) {
            seldom();
            often();
            often();
            often();
        }
    }

    private static void seldom() {
        HELD.add(new Handle());
    }

    private static void often() {
        HELD.add(new Handle());
    }
}
