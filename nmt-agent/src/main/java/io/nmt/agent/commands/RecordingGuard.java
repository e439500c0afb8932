package io.nmt.agent.commands;

import io.nmt.core.threads.DetachedThread;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps the recording of a profiler from growing without a bound, where the command that would end it was killed: what
 * is beyond is thrown away, until the profiler ends by itself. Then, and when the JVM exits, its files are deleted.
 */
final class RecordingGuard extends DetachedThread {
    private static final long LOOK_MILLIS = 500;
    private static final long LATER_NANOS = 5_000_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final List<String> SUFFIXES = List.of(".jfr", ".log", ".metrics");

    private static final int MOST_DELETED_ON_EXIT = 1000;
    private static final AtomicInteger STARTED = new AtomicInteger();

    private final File recording;
    private final long mostBytes;
    private final long endNanos;

    private RecordingGuard(File recording, long mostBytes, long seconds) {
        super("nmt-recording-guard");
        this.recording = recording;
        this.mostBytes = mostBytes;
        this.endNanos = System.nanoTime() + seconds * NANOS_PER_SECOND + LATER_NANOS;
    }

    /**
     * Begins to guard a recording that is about to be written.
     *
     * @param path of the recording; its other files are beside it
     * @param mostBytes it may have
     * @param seconds after which the profiler ends by itself
     */
    static void start(String path, long mostBytes, long seconds) {
        RecordingGuard guard = new RecordingGuard(new File(path), mostBytes, seconds);
        // The JDK never forgets such a file.
        if (STARTED.getAndIncrement() < MOST_DELETED_ON_EXIT) {
            for (File file : guard.files()) {
                file.deleteOnExit();
            }
        }
        guard.start();
    }

    private List<File> files() {
        String path = recording.getPath();
        String name = path.substring(0, path.length() - SUFFIXES.get(0).length());
        return SUFFIXES.stream().map(suffix -> new File(name + suffix)).toList();
    }

    @Override
    public void run() {
        try {
            boolean begun = false;
            while (System.nanoTime() - endNanos < 0) {
                Thread.sleep(LOOK_MILLIS);
                boolean there = recording.exists();
                if (begun && !there) {
                    return; // the command has ended it
                }
                begun |= there;
                if (recording.length() > mostBytes) {
                    empty();
                }
            }
            for (File file : files()) {
                file.delete();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void empty() {
        try (RandomAccessFile file = new RandomAccessFile(recording, "rw")) {
            file.setLength(0);
        } catch (IOException e) {
            // It is gone meanwhile.
        }
    }
}
