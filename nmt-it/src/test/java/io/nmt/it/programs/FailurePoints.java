package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.failures.FailurePoint;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.render.ReportJson;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.management.MBeanServerFactory;

/**
 * Does everything that the tracker counts, each action again and again: each time, the tracker fails at another of the
 * points that the action passes in its code, once with a stack overflow and once for want of heap. Its arguments say
 * how often a point that an action passes several times is to fail, and whether all points fail with both errors. Else
 * a third of an action's points do, with one of the errors, another third in the next action, since most actions pass
 * the same points: then every eighth is asked for locks that are objects, too. Tells what of that could be noticed, and
 * how many failures there were.
 */
public final class FailurePoints {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final long LONGEST_SECONDS = 120; // of what takes no time, unless it hangs
    private static final int DONE = 0;
    private static final int OVERFLOWN = 1;
    private static final int WRONG = 2;
    private static final long LARGE = 256L * MIB;
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final Category OURS = Category.of("Failure Points");

    private static final ExecutorService READER = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "reader");
        thread.setDaemon(true);
        return thread;
    });

    private static final Error[] ERRORS = {new StackOverflowError("planted"), new OutOfMemoryError("planted")};

    private static Path file;
    private static int times;
    private static final int PART = 3;

    private static boolean bothErrors;
    private static long mappedAtStart;
    private static int part;
    private static long all;
    private static long violations;
    private static Throwable wrong;
    private static Object[] heap;
    private static int allocated;

    private FailurePoints() {}

    @SuppressWarnings("ArrayRecordComponent") // which is not compared
    private record Outcome(Object result, Throwable thrown, int[] passes, boolean locks) {}

    public static void main(String[] arguments) throws Exception {
        times = Integer.parseInt(arguments[0]);
        bothErrors = Boolean.parseBoolean(arguments[1]);
        file = Files.createTempFile("nmt", ".bin");
        Files.write(file, new byte[64 * KIB]);
        try {
            for (Callable<?> action : actions().values()) {
                action.call(); // which brings in the classes that are needed only then
            }
            FailurePoint.addToNewClasses();
            mappedAtStart = NativeMemory.snapshot()
                    .category(Category.MAPPED_FILE.name())
                    .count();
            actions().forEach((name, action) -> run(name, action, false));
            calls().forEach((name, action) -> run(name, action, true));
            allocateWithLittleStack();
            actions().forEach(FailurePoints::runWithLittleStack);
            actions().forEach(FailurePoints::runInFullHeap);
            checkPeak();
        } finally {
            Files.delete(file);
        }
        Talk.say("failures " + all + ", points in the code " + FailurePoint.count() + ", violations " + violations);
    }

    /** Actions of programs that do not know the tracker. */
    private static Map<String, Callable<?>> actions() {
        Map<String, Callable<?>> actions = new LinkedHashMap<>();
        actions.put("allocate and free", () -> {
            long address = UNSAFE.allocateMemory(100);
            UNSAFE.setMemory(address, 100, (byte) 1);
            UNSAFE.freeMemory(address);
            return "done";
        });
        actions.put("allocate and free several", () -> {
            long[] blocks = new long[4];
            for (int i = 0; i < blocks.length; i++) {
                blocks[i] = UNSAFE.allocateMemory(10 * KIB);
            }
            for (long block : blocks) {
                UNSAFE.freeMemory(block);
            }
            return "done";
        });
        actions.put("reallocate", () -> {
            long address = UNSAFE.allocateMemory(100);
            UNSAFE.putLong(address, 7);
            address = UNSAFE.reallocateMemory(address, MIB);
            long kept = UNSAFE.getLong(address);
            UNSAFE.freeMemory(address);
            return kept;
        });
        actions.put("fail to reallocate", () -> {
            long address = UNSAFE.allocateMemory(100);
            try {
                return UNSAFE.reallocateMemory(address, 1L << 62);
            } catch (OutOfMemoryError e) {
                return e.getMessage();
            } finally {
                UNSAFE.freeMemory(address);
            }
        });
        actions.put("direct buffer", () -> {
            ByteBuffer buffer = ByteBuffer.allocateDirect(2 * MIB);
            UNSAFE.invokeCleaner(buffer);
            return buffer.capacity();
        });
        actions.put("temporary buffer", () -> {
            try (FileChannel channel = FileChannel.open(file)) {
                return channel.read(ByteBuffer.allocate(8 * KIB));
            }
        });
        actions.put("mapped file", () -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 64 * KIB);
                UNSAFE.invokeCleaner(mapped);
                return mapped.capacity();
            }
        });
        actions.put("zip", () -> {
            byte[] packed = new byte[KIB];
            Deflater deflater = new Deflater();
            deflater.setInput(new byte[KIB]);
            deflater.finish();
            int length = deflater.deflate(packed);
            deflater.end();
            Inflater inflater = new Inflater();
            inflater.setInput(packed, 0, length);
            int unpacked = 0;
            byte[] part = new byte[100];
            while (!inflater.finished()) {
                unpacked += inflater.inflate(part);
            }
            inflater.end();
            return unpacked;
        });
        actions.put("segment", () -> {
            Object arena = Segments.Arena.CONFINED.open();
            Object segment = Segments.allocate(arena, 3 * MIB, 8);
            boolean allocated = Segments.address(segment) != 0;
            Segments.close(arena);
            return allocated;
        });
        actions.put("class of a library", () -> {
            new Looking().look("com.sun.jna.Native");
            return "done";
        });
        actions.put("MBean server", () -> MBeanServerFactory.newMBeanServer() != null);
        if (Runtime.version().feature() >= 21) {
            addForeign(actions);
        }
        return actions;
    }

    /** Looks for a class as loaders do. */
    private static final class Looking extends ClassLoader {
        void look(String name) {
            if (findLoadedClass(name) != null) {
                throw new IllegalStateException(name);
            }
        }
    }

    private static void addForeign(Map<String, Callable<?>> actions) {
        MethodHandle malloc = Foreign.link("malloc", long.class, long.class);
        MethodHandle realloc = Foreign.link("realloc", long.class, long.class, long.class);
        MethodHandle free = Foreign.link("free", void.class, long.class);
        actions.put("malloc", () -> {
            try {
                long address = (long) malloc.invoke(1000L);
                address = (long) realloc.invoke(address, 5000L);
                free.invoke(address);
                return address != 0;
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        });
        MethodHandle mmap =
                Foreign.link("mmap", long.class, long.class, long.class, int.class, int.class, int.class, long.class);
        MethodHandle munmap = Foreign.link("munmap", int.class, long.class, long.class);
        actions.put("parts of a mapping", () -> {
            try {
                long part = 4L * UNSAFE.pageSize();
                long address = (long) mmap.invoke(0L, 4 * part, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
                int errors = 0;
                for (int n : new int[] {1, 3, 0, 2}) { // in the middle, at the end, at the start, all that is left
                    errors += (int) munmap.invoke(address + n * part, part);
                }
                return errors;
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        });
        Object pointerOfSize = Foreign.descriptor(long.class, long.class);
        Object symbol = Foreign.symbol("malloc");
        actions.put("link", () -> Foreign.link(symbol, pointerOfSize).type());
        actions.put(
                "link without a symbol",
                () -> Foreign.link((Object) null, pointerOfSize).type());
    }

    /** Calls of programs to the tracker: they may fail. */
    private static Map<String, Callable<?>> calls() {
        Map<String, Callable<?>> calls = new LinkedHashMap<>();
        calls.put("tracked allocator", () -> {
            long address = NativeMemory.allocator(OURS).allocate(1000);
            NativeMemory.allocator(OURS).free(address);
            return address != 0;
        });
        calls.put("scope", () -> {
            try (var scope = NativeMemory.scope(OURS)) {
                UNSAFE.freeMemory(UNSAFE.allocateMemory(1000));
                return scope != null;
            }
        });
        calls.put("named scope", () -> {
            try (var tenant = NativeMemory.scope("tenant", "acme");
                    var request = NativeMemory.scope("request", "42")) {
                UNSAFE.freeMemory(UNSAFE.allocateMemory(1000));
                return tenant != request;
            }
        });
        calls.put("named scopes", NativeMemory::scopes);
        calls.put("snapshot after a thread has ended", () -> {
            Thread thread = new Thread(() -> UNSAFE.freeMemory(UNSAFE.allocateMemory(5 * MIB)));
            thread.start();
            thread.join();
            return NativeMemory.snapshot();
        });
        calls.put("sites", NativeMemory::sites);
        calls.put("leaks", NativeMemory::leaks);
        calls.put("report", () -> ReportJson.of(SummaryReport.of(NativeMemory.snapshot())));
        return calls;
    }

    private static void run(String name, Callable<?> action, boolean mayThrow) {
        Object expected = null;
        int[] passes = null;
        for (int i = 0;
                i < 20;
                i++) { // what is loaded or made at first is there afterwards; the JDK makes accessors at the 16th time
            Outcome outcome = inThread(-1, 1, ERRORS[0], action);
            expected = outcome.result;
            passes = outcome.passes;
        }
        long failures = 0;
        part++;
        for (int point = bothErrors ? 0 : part % PART; point < passes.length; point += bothErrors ? 1 : PART) {
            for (int time = 1; time <= Math.min(passes[point], times); time++) {
                for (int error = 0; error < ERRORS.length; error++) {
                    if (bothErrors || error == point % ERRORS.length) {
                        fail(name, action, mayThrow, expected, point, time, ERRORS[error]);
                        failures++;
                        all++;
                    }
                }
            }
        }
        Talk.say(name + ": " + failures + " failures");
    }

    private static void fail(
            String name, Callable<?> action, boolean mayThrow, Object expected, int point, int time, Error error) {
        String where = name + ", " + error.getClass().getSimpleName() + " at " + FailurePoint.description(point)
                + ", time " + time + ": ";
        Snapshot before = snapshot(where);
        Outcome outcome = inThread(point, time, error, action);
        if (!mayThrow) {
            check(outcome.thrown == null, where + "threw " + outcome.thrown);
            check(
                    outcome.thrown != null || expected.equals(outcome.result),
                    where + "returned " + outcome.result + " instead of " + expected);
        }
        check(!outcome.locks, where + "left a lock");
        if (where.contains("releaseFence, time")) {
            Snapshot after = snapshot(where);
            check(after.untrackedBlocks() == before.untrackedBlocks(), where + "lost a block");
        }
        // A call that failed may not have freed what is to be freed.
        int kept = outcome.thrown == null ? 0 : 1;
        if (wrongBooks(before, snapshot(where), kept) != null) {
            // The JVM may have ended a zip stream of its own meanwhile: once more.
            Snapshot again = snapshot(where);
            inThread(point, time, error, action);
            checkBooks(where, again, snapshot(where), kept);
        }
    }

    private static void checkBooks(String where, Snapshot before, Snapshot after, long kept) {
        String wrongBooks = wrongBooks(before, after, kept);
        check(wrongBooks == null, where + wrongBooks);
    }

    /**
     * Null if no more has changed than blocks are untracked, apart from so many that are still live. Blocks that stayed
     * on the books earlier leave them when their addresses come back: pieces of a mapping also where the one that came
     * back is untracked and is unmapped in the same pieces.
     */
    private static String wrongBooks(Snapshot before, Snapshot after, long kept) {
        long lost = after.untrackedBlocks() - before.untrackedBlocks();
        long found = after.freedElsewhere() - before.freedElsewhere();
        for (CategoryUsage now : after.categories()) {
            CategoryUsage then = before.categories().stream()
                    .filter(usage -> usage.category().equals(now.category()))
                    .findFirst()
                    .orElse(null);
            long blocks = now.count() - (then == null ? 0 : then.count());
            long bytes = now.committed() - (then == null ? 0 : then.committed());
            boolean isMapped = now.category().equals(Category.MAPPED_FILE.name());
            long stayed = isMapped && lost > 0 && then != null ? then.count() - mappedAtStart : 0;
            if (-blocks > lost + found + stayed || blocks > lost + kept || (bytes != 0 && lost + found + kept == 0)) {
                return now.category() + " has " + blocks + " blocks, " + bytes + " bytes more; untracked are " + lost;
            }
        }
        return null;
    }

    private static Snapshot snapshot(String where) {
        try {
            return READER.submit(NativeMemory::snapshot).get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw fatal(where + "no snapshot: it hangs");
        } catch (Exception e) {
            throw fatal(where + "no snapshot: " + e.getCause());
        }
    }

    private static Outcome inThread(int point, int time, Error error, Callable<?> action) {
        Outcome[] outcome = new Outcome[1];
        Thread thread = new Thread(() -> {
            Object result = null;
            Throwable thrown = null;
            forgetFullHeap();
            FailurePoint.arm(point, time, error);
            try {
                result = action.call();
            } catch (Throwable t) {
                thrown = t;
            }
            int[] passes = FailurePoint.disarm();
            outcome[0] = new Outcome(result, thrown, passes, holdsLocks());
        });
        thread.start();
        join(thread);
        return outcome[0];
    }

    @SuppressWarnings("deprecation") // of getId, for which JDK 17 has no other
    private static boolean holdsLocks() {
        // The JVM walks the heap for the locks that are objects, which takes as long as all else.
        boolean alsoObjects = bothErrors || all % 8 == 0;
        ThreadInfo info = ManagementFactory.getThreadMXBean()
                .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, alsoObjects)[0];
        return info.getLockedMonitors().length != 0 || info.getLockedSynchronizers().length != 0;
    }

    private static long blocks(Snapshot snapshot) {
        return snapshot.total().count();
    }

    /** Each block that a thread gets at the end of its stack is on the books, unless it is counted as untracked. */
    private static void allocateWithLittleStack() {
        String where = "blocks, with little stack: ";
        long[] blocks = new long[1000];
        Snapshot before = snapshot(where);
        Thread thread = new Thread(null, () -> allocateDeep(blocks), "deep", 256 * KIB);
        thread.start();
        join(thread);
        Snapshot after = snapshot(where);
        long live = LongStream.of(blocks).filter(block -> block != 0).count();
        long lost = after.untrackedBlocks() - before.untrackedBlocks();
        long more = blocks(after) - blocks(before);
        check(
                more <= live && more >= live - lost,
                where + live + " are live, " + more + " on the books, " + lost + " untracked");
        LongStream.of(blocks).forEach(UNSAFE::freeMemory);
        checkBooks(where, before, snapshot(where), 0);
        Talk.say(where + live + " live, " + lost + " untracked");
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static void allocateDeep(long[] blocks) {
        try {
            allocateDeep(blocks);
        } catch (StackOverflowError e) {
            allocated = 0;
        }
        if (allocated < blocks.length) {
            blocks[allocated] = UNSAFE.allocateMemory(100);
            allocated++;
        }
    }

    /**
     * A thread goes as deep as it can, and does it in each frame on the way back, until it has been done a hundred
     * times.
     */
    @SuppressWarnings("StaticAssignmentOfThrowable") // of none
    private static void runWithLittleStack(String name, Callable<?> action) {
        String where = name + ", with little stack: ";
        Object expected = inThread(-1, 1, ERRORS[0], action).result;
        Snapshot before = snapshot(where);
        int[] outcomes = new int[3];
        wrong = null;
        Thread thread = new Thread(null, () -> descend(action, expected, outcomes), "deep", 256 * KIB);
        thread.start();
        join(thread);
        check(outcomes[WRONG] == 0, where + outcomes[WRONG] + " times something else, such as " + wrong);
        // What the action itself could not free is freed by the JDK's cleaners, or (blocks) never.
        long mostKept = outcomes[OVERFLOWN];
        for (int i = 0; i < 100 && blocks(snapshot(where)) > blocks(before); i++) {
            System.gc();
            Thread.yield();
        }
        checkBooks(where, before, snapshot(where), mostKept);
        Talk.say(where + outcomes[DONE] + " times done, " + outcomes[OVERFLOWN] + " times not");
    }

    @SuppressWarnings({"InfiniteRecursion", "StaticAssignmentOfThrowable"}) // until the stack ends
    private static void descend(Callable<?> action, Object expected, int[] outcomes) {
        try {
            descend(action, expected, outcomes);
        } catch (StackOverflowError e) {
            outcomes[OVERFLOWN]++;
        }
        if (outcomes[DONE] < 100) {
            try {
                if (expected.equals(action.call())) {
                    outcomes[DONE]++;
                } else {
                    outcomes[WRONG]++;
                }
            } catch (Throwable t) {
                if (isOverflow(t)) {
                    outcomes[OVERFLOWN]++;
                } else {
                    outcomes[WRONG]++;
                    wrong = t;
                }
            }
        }
    }

    private static boolean isOverflow(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof StackOverflowError) {
                return true;
            }
        }
        return false;
    }

    /** A thread that has not allocated anything yet does it when there is no heap left. */
    private static void runInFullHeap(String name, Callable<?> action) {
        String where = name + ", in a full heap: ";
        Snapshot before = snapshot(where);
        CountDownLatch full = new CountDownLatch(1);
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                full.await();
                action.call();
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        thread.start();
        heap = new Object[1 << 20];
        fill();
        full.countDown();
        join(thread);
        try {
            NativeMemory.snapshot();
        } catch (OutOfMemoryError e) {
            thrown[0] = thrown[0] == null ? e : thrown[0];
        }
        heap = null;
        check(thrown[0] == null || isOutOfMemory(thrown[0]), where + "threw " + thrown[0]);
        checkBooks(where, before, snapshot(where), 0);
    }

    private static boolean isOutOfMemory(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }

    private static void fill() {
        int next = 0;
        for (int size = MIB; size >= 16; size /= 16) { // the collector runs twice for each
            boolean room = true;
            while (room && next < heap.length) {
                try {
                    heap[next] = new byte[size];
                    next++;
                } catch (OutOfMemoryError e) {
                    room = false; // for one of that size
                }
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (thread.isAlive()) {
            StringBuilder stack = new StringBuilder("hangs at");
            for (StackTraceElement frame : thread.getStackTrace()) {
                stack.append("\n    ").append(frame);
            }
            throw fatal(stack.toString());
        }
    }

    /** After all of that, a peak is still within its bounds. */
    private static void checkPeak() throws Exception {
        Snapshot before = snapshot("peak");
        // Above all that was ever on the books, blocks whose free has failed included.
        long block = before.total().peakCommitted() + LARGE;
        UNSAFE.freeMemory(UNSAFE.allocateMemory(block));
        Snapshot after = snapshot("peak");
        long expected = before.total().committed() + block;
        long told = after.total().peakCommitted();
        check(
                told <= expected && told >= expected - expected / 100,
                "a peak of " + expected + " bytes is told as " + told);
    }

    private static void check(boolean holds, String violation) {
        if (!holds) {
            violations++;
            Talk.say("violation: " + violation);
        }
    }

    private static IllegalStateException fatal(String what) {
        Talk.say("violation: " + what);
        Runtime.getRuntime().halt(3);
        return new IllegalStateException(what);
    }

    /** After a planted OutOfMemoryError, hooks do without heap for a second: not what the next failure is about. */
    private static void forgetFullHeap() {
        try {
            Field met = FullHeap.class.getDeclaredField("met");
            met.setAccessible(true);
            met.setBoolean(null, false);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
