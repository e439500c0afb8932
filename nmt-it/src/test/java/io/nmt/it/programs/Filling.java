package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Fills memory: {@code hold MIB...} takes that much and waits, for more or the end, {@code refused BYTES} asks for so
 * much at once, {@code heap MIB} takes Java heap, {@code until-killed MIB FILE WORD} takes that much at once
 * and then more and more, but not while there is such a file without that word, {@code direct} takes direct buffers to
 * their limit, several times, {@code direct-end} ends of that, {@code direct-beside-other} takes more of other memory
 * first, {@code full} takes all there are, to the last byte.
 */
public final class Filling {
    private static final int MIB = 1 << 20;
    private static final long MILLIS_PER_MIB = 40;
    private static final int TIMES = 3;
    private static final int BESIDE_MIB = 48;

    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private static final List<byte[]> HEAP = new ArrayList<>();

    private Filling() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "hold" -> {
                for (int i = 1; i < arguments.length; i++) {
                    fill(Integer.parseInt(arguments[i]));
                    Talk.say("holding");
                    Talk.await(i == arguments.length - 1 ? "finish" : "more");
                }
            }
            case "refused" -> {
                askFor(Long.parseLong(arguments[1]));
                Talk.await("finish");
            }
            case "heap" -> {
                fillHeap(Integer.parseInt(arguments[1]));
                Talk.say("holding");
                Talk.await("finish");
            }
            case "until-killed" -> {
                fill(Integer.parseInt(arguments[1]));
                Talk.say("holding");
                Path file = Path.of(arguments[2]);
                Executors.newSingleThreadScheduledExecutor()
                        .scheduleAtFixedRate(
                                () -> fill(isUnfinished(file, arguments[3]) ? 0 : 1),
                                0,
                                MILLIS_PER_MIB,
                                TimeUnit.MILLISECONDS)
                        .get();
            }
            case "direct-beside-other" -> {
                fill(BESIDE_MIB);
                fillDirect();
                Talk.say("filled");
                Talk.await("finish");
            }
            case "direct" -> {
                for (int i = 0; i < TIMES; i++) {
                    fillDirect();
                }
                Talk.say("filled");
                Talk.await("finish");
            }
            case "direct-end" -> {
                while (true) {
                    HELD.add(ByteBuffer.allocateDirect(MIB)); // its error ends the program
                }
            }
            case "full" -> {
                fillAll();
                Talk.say("full");
                Talk.await("finish");
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static boolean isUnfinished(Path file, String word) {
        try {
            return Files.exists(file) && !Files.readString(file).contains(word);
        } catch (IOException e) {
            return true; // it is being replaced
        }
    }

    /** Touches none before all are allocated: then resident memory cannot reach a threshold while some are missing. */
    private static void fill(int mebibytes) {
        long[] blocks = new long[mebibytes];
        for (int i = 0; i < mebibytes; i++) {
            blocks[i] = UNSAFE.allocateMemory(MIB);
        }
        for (long block : blocks) {
            UNSAFE.setMemory(block, MIB, (byte) 1);
        }
    }

    private static void askFor(long bytes) {
        try {
            UNSAFE.allocateMemory(bytes);
            Talk.say("given");
        } catch (OutOfMemoryError e) {
            Talk.say("saw " + e);
        }
    }

    private static void fillHeap(int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            byte[] bytes = new byte[MIB];
            HEAP.add(bytes);
        }
    }

    private static void fillDirect() {
        try {
            while (true) {
                HELD.add(ByteBuffer.allocateDirect(MIB));
            }
        } catch (OutOfMemoryError e) {
            Talk.say("saw " + e + " suppressed " + e.getSuppressed().length + " cause " + e.getCause());
            for (StackTraceElement frame : e.getStackTrace()) {
                Talk.say("saw at " + frame);
            }
        }
    }

    /** The program's own reading and writing takes none: its streams are those of the process. */
    private static void fillAll() {
        for (int bytes = MIB; bytes > 0; bytes /= 2) {
            boolean hasRoom = true;
            while (hasRoom) {
                try {
                    HELD.add(ByteBuffer.allocateDirect(bytes));
                } catch (OutOfMemoryError e) {
                    hasRoom = false;
                }
            }
        }
    }
}
