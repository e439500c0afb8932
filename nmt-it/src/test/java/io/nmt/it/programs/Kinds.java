package io.nmt.it.programs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Takes memory of which words can mislead: files mapped in each way, stacks of threads that run, interned strings.
 * Holds it until it is told to finish. Arguments: a directory of a tmpfs, one of a disk, and anything for files alone.
 */
public final class Kinds {
    private static final int SHARED_MB = 96;
    private static final int PRIVATE_MB = 72;
    private static final int CLEAN_MB = 80;

    private static final int MIB = 1 << 20;
    private static final int PAGE = 4096;
    private static final int STRINGS = 1_000_000;
    private static final int FRAMES = 30_000;
    private static final List<Object> HELD = new ArrayList<>();

    private Kinds() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        boolean files = arguments.length > 2;
        if (!files) {
            internStrings();
        }
        map(Path.of(arguments[0], "nmt-kinds-shared"), SHARED_MB, MapMode.READ_WRITE, false);
        map(Path.of(arguments[1], "nmt-kinds-private"), PRIVATE_MB, MapMode.PRIVATE, false);
        map(Path.of(arguments[1], "nmt-kinds-clean"), CLEAN_MB, MapMode.READ_ONLY, true);
        if (!files) {
            startDeepThreads();
        }
        Talk.say("planted");
        Talk.await("finish");
        System.out.println("held " + HELD.size());
    }

    private static void internStrings() {
        for (int i = 0; i < STRINGS; i++) {
            HELD.add(("interned string " + i).intern());
        }
    }

    private static void startDeepThreads() throws InterruptedException {
        // Of sizes that no other stack has.
        CountDownLatch deep = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(null, () -> run(FRAMES, deep), "runs-" + i, (100L + i) * MIB);
            thread.setDaemon(true);
            thread.start();
        }
        deep.await();
    }

    private static void map(Path path, int mebibytes, MapMode mode, boolean deleted) throws IOException {
        int bytes = mebibytes * MIB;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            // Not dirty when it is read: what is written first, force writes to the disk.
            if (mode == MapMode.READ_ONLY) {
                ByteBuffer some = ByteBuffer.allocate(MIB);
                for (int i = 0; i < mebibytes; i++) {
                    file.getChannel().write(some.clear());
                }
                file.getChannel().force(true);
            } else {
                file.setLength(bytes);
            }
            MappedByteBuffer buffer = file.getChannel().map(mode, 0, bytes);
            int sum = 0;
            for (int at = 0; at < bytes; at += PAGE) {
                if (mode == MapMode.READ_ONLY) {
                    sum += buffer.get(at);
                } else {
                    buffer.put(at, (byte) 1);
                }
            }
            HELD.add(buffer);
            HELD.add(sum);
        } finally {
            if (deleted) {
                Files.delete(path);
            }
        }
    }

    /** Down to a depth, and on there for ever. */
    private static int run(int frames, CountDownLatch deep) {
        if (frames > 0) {
            return run(frames - 1, deep) + 1;
        }
        deep.countDown();
        while (true) {
            Thread.onSpinWait();
        }
    }
}
