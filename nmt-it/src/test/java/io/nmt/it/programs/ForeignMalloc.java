package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.Category;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Allocates through the {@code Linker}: its arguments say what, and how the functions are linked. */
public final class ForeignMalloc {
    private static final long HUGE = 1L << 62;
    private static final long PAGE = 4096;
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int FIXED = 0x10;
    private static final int THIN_STACK_BYTES = 1 << 18;

    private final Libc libc;

    private ForeignMalloc(String way) {
        this.libc = new Libc(way);
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments[0].equals("thin")) {
            Figures.say("begin");
            thin();
            return;
        }
        ForeignMalloc program = new ForeignMalloc(arguments.length > 1 ? arguments[1] : "longs");
        Figures.say("begin");
        switch (arguments[0]) {
            case "allocate" -> program.allocate();
            case "reallocate" -> program.reallocate();
            case "failures" -> program.failures();
            case "refused" -> program.refused();
            case "unexpected" -> unexpected();
            case "loose" -> loose();
            case "mappings" -> program.mappings();
            case "pieces" -> program.pieces();
            case "scope" -> program.scope();
            case "strangers" -> program.strangers();
            case "own" -> program.own();
            case "threads" -> program.threads();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private long malloc(long bytes) throws Throwable {
        return libc.call("malloc", "P(S)", bytes);
    }

    private long realloc(long address, long bytes) throws Throwable {
        return libc.call("realloc", "P(PS)", address, bytes);
    }

    private void free(long address) throws Throwable {
        libc.call("free", "V(P)", address);
    }

    /** Each function once. */
    private void allocate() throws Throwable {
        List<Long> blocks = new ArrayList<>();
        Object text = Foreign.globalString("native memory");
        blocks.add(malloc(1001));
        Figures.say("malloc");
        blocks.add(libc.call("calloc", "P(SS)", 10L, 101L));
        Figures.say("calloc");
        blocks.add(libc.call("valloc", "P(S)", 3003L));
        Figures.say("valloc");
        blocks.add(libc.call("aligned_alloc", "P(SS)", 64L, 640L));
        Figures.say("aligned_alloc");
        blocks.add(libc.call("memalign", "P(SS)", 32L, 333L));
        Figures.say("memalign");
        blocks.add(libc.posixMemalign(64, 777));
        Figures.say("posix_memalign");
        blocks.add(libc.call("strdup", "P(P)", Foreign.address(text)));
        Figures.say("strdup");
        blocks.add(libc.call("strndup", "P(PS)", Foreign.address(text), 6L));
        Figures.say("strndup");
        for (long block : blocks) {
            check(block != 0, "no block");
            free(block);
        }
        Figures.say("freed");
    }

    private void reallocate() throws Throwable {
        long first = realloc(0, 55);
        Figures.say("realloc(0,55)");
        first = realloc(first, 1_000_000); // certainly moves
        Figures.say("1000000");
        first = realloc(first, 10);
        Figures.say("10");
        long second = libc.call("reallocarray", "P(PSS)", 0L, 7L, 11L);
        Figures.say("reallocarray(0,7,11)");
        second = libc.call("reallocarray", "P(PSS)", second, 1000L, 300L);
        Figures.say("300000");
        long third = malloc(77);
        check(realloc(third, 0) == 0, "realloc to 0 is a free"); // of glibc
        Figures.say("realloc(a,0)");
        free(first);
        free(second);
        free(0);
        Figures.say("freed");
    }

    /** Failed calls change nothing. */
    private void failures() throws Throwable {
        long block = malloc(500);
        check(malloc(HUGE) == 0, "malloc");
        check(libc.call("calloc", "P(SS)", HUGE, HUGE) == 0, "calloc");
        check(libc.call("aligned_alloc", "P(SS)", 64L, HUGE) == 0, "aligned_alloc");
        check(libc.posixMemalign(3, 100) < 0, "posix_memalign");
        check(realloc(block, HUGE) == 0, "realloc");
        check(libc.call("reallocarray", "P(PSS)", block, 1L << 32, 1L << 32) == 0, "reallocarray");
        check(libc.call("mmap", "P(PSIIIS)", 0L, HUGE, 0L, (long) PRIVATE_ANONYMOUS, -1L, 0L) == -1, "mmap");
        check(libc.call("munmap", "I(PS)", PAGE + 1, PAGE) == -1, "munmap");
        long mapping = mmap(0, 10 * PAGE, 0);
        check(libc.call("munmap", "I(PS)", mapping, HUGE) == -1, "munmap");
        check(libc.call("munmap", "I(PS)", mapping + PAGE, HUGE) == -1, "munmap");
        Figures.say("failed");
        munmap(mapping, 10 * PAGE);
        free(block);
        Figures.say("freed");
    }

    /** The Linker throws before it calls. */
    private void refused() throws Throwable {
        long block = malloc(700);
        long mapping = mmap(0, PAGE, 0);
        Object arena = Foreign.call(null, "Arena", "ofConfined");
        Object closedBlock = Foreign.call(Foreign.segmentAt(block), "MemorySegment", "reinterpret", 700L, arena, null);
        Object closedMapping =
                Foreign.call(Foreign.segmentAt(mapping), "MemorySegment", "reinterpret", PAGE, arena, null);
        Foreign.call(arena, "Arena", "close");
        refused("free", "V(P)", closedBlock);
        refused("realloc", "P(PS)", closedBlock, 100L);
        refused("reallocarray", "P(PSS)", closedBlock, 10L, 10L);
        refused("munmap", "I(PS)", closedMapping, PAGE);
        Figures.say("refused");
        free(block);
        munmap(mapping, PAGE);
        Figures.say("freed");
    }

    private void refused(String name, String signature, Object... arguments) throws Throwable {
        try {
            libc.call(name, signature, arguments);
            check(false, name);
        } catch (IllegalStateException e) {
            check("Already closed".equals(e.getMessage()), e.getMessage());
        }
    }

    /** With a type that malloc cannot have. */
    private static void unexpected() throws Throwable {
        MethodHandle malloc = Foreign.link("malloc", long.class, long.class, long.class);
        for (int i = 0; i < 3; i++) {
            long block = (long) malloc.invokeExact(100L, 0L);
            check(block != 0, "malloc");
        }
        Figures.say("allocated");
    }

    /** A first use has little stack to initialise: enough for the JDK's part. */
    private static void thin() throws InterruptedException {
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        long block = (long)
                                Foreign.link("malloc", long.class, long.class).invokeExact(1001L);
                        check(block != 0, "malloc");
                    } catch (Throwable t) {
                        throw new IllegalStateException(t);
                    }
                },
                "thin",
                THIN_STACK_BYTES);
        thread.start();
        thread.join();
        Figures.say("allocated");
    }

    /** Types with which the functions do what they should, though their headers say otherwise. */
    private static void loose() throws Throwable {
        MethodHandle mmap = Foreign.link(
                "mmap", long.class, long.class, long.class, long.class, long.class, long.class, long.class);
        MethodHandle munmap = Foreign.link("munmap", void.class, long.class, long.class);
        MethodHandle munmapLong = Foreign.link("munmap", long.class, long.class, long.class);
        MethodHandle malloc = Foreign.link("malloc", long.class, int.class);
        MethodHandle free = Foreign.link("free", int.class, long.class);
        long first = (long) mmap.invokeExact(0L, 3 * PAGE, (long) READ_WRITE, (long) PRIVATE_ANONYMOUS, -1L, 0L);
        long second = (long) mmap.invokeExact(0L, 5 * PAGE, (long) READ_WRITE, (long) PRIVATE_ANONYMOUS, -1L, 0L);
        long block = (long) malloc.invokeExact(100);
        check(first != -1 && second != -1 && block != 0, "mmap, malloc");
        Figures.say("allocated");
        munmap.invokeExact(first, 3 * PAGE);
        Figures.say("unmapped one");
        check((int) (long) munmapLong.invokeExact(second, 5 * PAGE) == 0, "munmap");
        int unused = (int) free.invokeExact(block);
        Figures.say("freed");
    }

    private long mmap(long hint, long bytes, int flags) throws Throwable {
        return libc.call(
                "mmap", "P(PSIIIS)", hint, bytes, (long) READ_WRITE, (long) (PRIVATE_ANONYMOUS | flags), -1L, 0L);
    }

    private void munmap(long address, long bytes) throws Throwable {
        check(libc.call("munmap", "I(PS)", address, bytes) == 0, "munmap");
    }

    /** The JDK unmaps as a whole what C has cut before. */
    private void pieces() throws Throwable {
        Path path = Files.createTempFile("pieces", "");
        Class<?> arenaType = Foreign.type("Arena");
        for (int page : new int[] {0, 10, 99}) {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                Object arena = Foreign.call(null, "Arena", "ofConfined");
                Object segment = FileChannel.class
                        .getMethod("map", FileChannel.MapMode.class, long.class, long.class, arenaType)
                        .invoke(channel, FileChannel.MapMode.READ_WRITE, 0L, 100 * PAGE, arena);
                munmap(Foreign.address(segment) + page * PAGE, PAGE);
                Figures.say("without page " + page);
                arenaType.getMethod("close").invoke(arena);
            }
        }
        Files.delete(path);
        Figures.say("unmapped");
    }

    private void mappings() throws Throwable {
        long mapping = mmap(0, 100 * PAGE - 1, 0);
        Figures.say("mapped");
        munmap(mapping, 10 * PAGE);
        Figures.say("without the start");
        munmap(mapping + 90 * PAGE, 10 * PAGE);
        Figures.say("without the end");
        munmap(mapping + 40 * PAGE, 10 * PAGE);
        Figures.say("without the middle");
        check(mmap(mapping + 20 * PAGE, 2 * PAGE, FIXED) == mapping + 20 * PAGE, "MAP_FIXED");
        Figures.say("replaced a part");
        munmap(mapping + 10 * PAGE, 80 * PAGE);
        Figures.say("unmapped");
        long other = mmap(0, 3 * PAGE, 0);
        munmap(other, 3 * PAGE);
        Figures.say("mapped and unmapped");
    }

    private void scope() throws Throwable {
        long block;
        try (Scope scope = NativeMemory.scope(Category.of("Codec"))) {
            block = malloc(1000);
            Figures.say(scope == null ? "" : "in a scope");
        }
        long other = realloc(malloc(10), 2000);
        block = realloc(block, 3000);
        Figures.say("outside");
        free(block);
        free(other);
        Figures.say("freed");
    }

    /** Memory that one side allocates and the other frees. */
    private void strangers() throws Throwable {
        long path = libc.call("realpath", "P(PP)", Foreign.address(Foreign.globalString("/")), 0L);
        free(path);
        Figures.say("freed what C had allocated");
        long block = malloc(100);
        Memory.UNSAFE.freeMemory(block);
        Figures.say("freed by Unsafe");
    }

    /** The tracker's own allocator uses the same functions and records its blocks itself. */
    private void own() throws Throwable {
        var allocator = NativeMemory.allocator(Category.of("Own"));
        long block = allocator.allocate(1000);
        long other = malloc(100);
        Figures.say("both");
        allocator.free(block);
        free(other);
        Figures.say("freed");
    }

    private void threads() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(this::churn));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Figures.say("joined");
    }

    private void churn() {
        try {
            Libc own = new Libc("segments");
            long[] blocks = new long[64];
            for (int i = 0; i < 20_000; i++) {
                int slot = (i * 31) % blocks.length;
                own.call("free", "V(P)", blocks[slot]);
                blocks[slot] = own.call("malloc", "P(S)", (long) (1 + i % 3000));
            }
            for (long block : blocks) {
                own.call("free", "V(P)", block);
            }
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what);
        }
    }
}
