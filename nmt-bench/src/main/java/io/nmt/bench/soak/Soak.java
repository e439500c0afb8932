package io.nmt.bench.soak;

import io.nmt.bench.support.Machine;
import io.nmt.bench.support.MarkdownTable;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs many operations in rounds. In each, workers come and go, while readers read; after each, all is freed, and the
 * books are compared with HotSpot's. To be run with the agent and {@code -XX:NativeMemoryTracking=summary}; exit code 1
 * if the books have drifted, or the tracker's tables are beyond their bound.
 */
final class Soak {
    private static final int ROUNDS = 20;
    private static final int WORKERS_AT_A_TIME = 4;
    private static final int WORKERS = 40;
    private static final int HANDED_OVER = 64;
    private static final int COLLECTIONS = 5;
    private static final int TABLE_SHARE_OF_HEAP = 8;
    private static final int FILE_BYTES = 64 * 1024;
    private static final int FIRST_JDK_WITH_MALLOC = 22;

    private final SplittableRandom random;
    private final long operations;
    private final Path file;
    private final AtomicLongArray handedOver = new AtomicLongArray(HANDED_OVER);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Set<Category> notByUnsafe =
            new HashSet<>(Set.of(Category.FOREIGN_MALLOC, Category.MAPPED_FILE, Category.ZIP, Category.JNA));

    private Soak(long operations, long seed, Path file) {
        this.operations = operations;
        this.random = new SplittableRandom(seed);
        this.file = file;
        if (Runtime.version().feature() >= FIRST_JDK_WITH_MALLOC) {
            notByUnsafe.add(Worker.ALLOCATOR); // with native access
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 1 || args.length > 2) {
            System.err.println("Usage: Soak OPERATIONS [SEED]");
            System.exit(2);
        }
        long operations = Long.parseLong(args[0]);
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        Path file = Files.createTempFile("nmt-soak", ".bin");
        boolean held;
        try {
            Files.write(file, new byte[FILE_BYTES]);
            held = new Soak(operations, seed, file).run(args);
        } finally {
            Files.delete(file);
        }
        System.exit(held ? 0 : 1);
    }

    private boolean run(String[] args) throws Exception {
        System.out.println("- machine: " + Machine.describe());
        System.out.println("- JDK: " + Machine.jdk());
        System.out.println("- command: `nmt-bench/soak " + String.join(" ", args) + "`");
        System.out.println();
        MarkdownTable table = new MarkdownTable(List.of(
                "operations",
                "minutes",
                "drift against `Other`, bytes",
                "blocks",
                "bytes left",
                "untracked",
                "unknown frees",
                "freed by C, seen",
                "tables, KB",
                "of at most"));
        // A first round is no measurement: it loads classes, and fills the caches of the JDK.
        round(Math.max(1, operations / 1000));
        HotSpotOther first = settled();
        Snapshot begin = NativeMemory.snapshot();
        long beginNanos = System.nanoTime();
        boolean held = true;
        for (int i = 1; i <= ROUNDS; i++) {
            round(operations / ROUNDS);
            HotSpotOther now = settled();
            Snapshot snapshot = NativeMemory.snapshot();
            long boundBytes = Runtime.getRuntime().maxMemory() / TABLE_SHARE_OF_HEAP;
            long leftBytes = snapshot.category(Category.UNSAFE.name()).committed()
                    + snapshot.category(Worker.ALLOCATOR.name()).committed()
                    + snapshot.category(Worker.SCOPE.name()).committed()
                    - begin.category(Category.UNSAFE.name()).committed();
            long unknown = snapshot.unknownFrees() - begin.unknownFrees();
            held &= now.bytes() == first.bytes()
                    && now.blocks() == first.blocks()
                    && leftBytes == 0
                    && snapshot.untrackedBlocks() == 0
                    && unknown == 0
                    && snapshot.overheadBytes() <= boundBytes;
            table.row(
                    String.valueOf(operations / ROUNDS * i),
                    String.format("%.1f", (System.nanoTime() - beginNanos) / 60e9),
                    String.valueOf(now.bytes() - first.bytes()),
                    String.valueOf(now.blocks() - first.blocks()),
                    String.valueOf(leftBytes),
                    String.valueOf(snapshot.untrackedBlocks()),
                    String.valueOf(unknown),
                    String.valueOf(snapshot.freedElsewhere()),
                    String.valueOf(snapshot.overheadBytes() / 1024),
                    String.valueOf(boundBytes / 1024));
            System.err.println("round " + i + " of " + ROUNDS + (held ? "" : ": FAILED"));
        }
        table.print(System.out);
        System.out.println(held ? "No drift, no growth." : "FAILED: the books have drifted, or a table has grown.");
        return held;
    }

    /** Workers, one in four a virtual thread where there are such, and a reader. */
    private void round(long operationsOfRound) throws Exception {
        try (Readers readers = new Readers()) {
            List<Thread> running = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                if (running.size() == WORKERS_AT_A_TIME) {
                    running.remove(0).join();
                }
                Worker worker = new Worker(random.split(), handedOver, file, operationsOfRound / WORKERS);
                running.add(start(worker, i % 4 == 0));
            }
            for (Thread thread : running) {
                thread.join();
            }
            readers.check();
        }
        for (int i = 0; i < HANDED_OVER; i++) {
            Worker.free(handedOver.getAndSet(i, 0));
        }
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
    }

    private Thread start(Worker worker, boolean virtual) {
        Runnable task = () -> {
            try {
                worker.run();
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            }
        };
        if (virtual && ForeignPaths.available()) {
            return ForeignPaths.startVirtual(task);
        }
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    /** Collects garbage until the buffers that are garbage are cleaned: nothing changes any more. */
    private HotSpotOther settled() throws Exception {
        HotSpotOther last = null;
        for (int same = 0; same < COLLECTIONS; ) {
            NativeMemory.collectUnreachable();
            HotSpotOther now = HotSpotOther.read(notByUnsafe);
            same = now.equals(last) ? same + 1 : 0;
            last = now;
        }
        return last;
    }
}
