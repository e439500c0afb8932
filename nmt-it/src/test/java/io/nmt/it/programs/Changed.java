package io.nmt.it.programs;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A program beside {@link Changing}. Its arguments are done one after the other: {@code allocate}, {@code free}, {@code
 * adler}, {@code figures=LABEL}, {@code open}, {@code close}, {@code version}, {@code await=LINE}, or Changing's.
 */
public final class Changed {
    private static final int BLOCKS = 100;

    private static final List<ByteBuffer> BUFFERS = new ArrayList<>();
    private static final List<Deflater> DEFLATERS = new ArrayList<>();
    private static final Deque<Long> BLOCKS_OF_UNSAFE = new ArrayDeque<>();
    private static final List<Handle> HANDLES = new ArrayList<>();

    private Changed() {}

    /** A native handle, as one that the option {@code handles} names. */
    public static class Handle implements AutoCloseable {
        public Handle() {}

        public int version() {
            return 1;
        }

        @Override
        public void close() {}
    }

    public static void main(String[] arguments) throws Exception {
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String value = argument.substring(equals + 1);
            switch (equals < 0 ? argument : argument.substring(0, equals)) {
                case "allocate" -> allocate();
                case "free" -> free();
                case "adler" -> Talk.say("adler " + new Inflater().getAdler());
                case "figures" -> Figures.say(value);
                case "open" -> HANDLES.add(new Handle());
                case "close" -> HANDLES.remove(0).close();
                case "version" -> Talk.say("version " + kept(new Handle()).version());
                case "await" -> {
                    Talk.say("awaits " + value);
                    Talk.await(value);
                }
                default -> Changing.run(argument);
            }
        }
    }

    /** A collection must not find it: its class's open ones are counted. */
    private static Handle kept(Handle handle) {
        HANDLES.add(handle);
        return handle;
    }

    private static void allocate() {
        for (int i = 0; i < BLOCKS; i++) {
            BLOCKS_OF_UNSAFE.add(Memory.UNSAFE.allocateMemory(1000));
            BUFFERS.add(ByteBuffer.allocateDirect(500));
        }
        DEFLATERS.add(new Deflater());
    }

    private static void free() {
        while (!BLOCKS_OF_UNSAFE.isEmpty()) {
            Memory.UNSAFE.freeMemory(BLOCKS_OF_UNSAFE.remove());
        }
        DEFLATERS.forEach(Deflater::end);
        DEFLATERS.clear();
    }
}
