package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Gives memory to C, which frees it, so that no hook sees that. */
public final class FreedElsewhere {
    private static final long PAGE = 4096;
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int MAY_MOVE = 1;
    private static final int FIXED = 2;
    private static final int GIVEN = 1000;
    private static final int HELD = 3000;
    private static final int MANY = 1_000_000;

    private final Libc libc = new Libc("longs");

    private FreedElsewhere() {}

    public static void main(String[] arguments) throws Throwable {
        FreedElsewhere program = new FreedElsewhere();
        switch (arguments[0]) {
            case "reuse" -> program.reuse();
            case "remap" -> program.remap();
            case "transfer" -> program.transfer();
            case "many" -> many();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** The freed memory is a list of records: one, since all its pointers are 0. */
    private void giveToC(long block) throws Throwable {
        libc.call("freeaddrinfo", "V(P)", block);
    }

    private long calloc(long bytes) throws Throwable {
        return libc.call("calloc", "P(SS)", 1L, bytes);
    }

    /** The same address again and again, then as many other blocks as an application with little heap has. */
    private void reuse() throws Throwable {
        Figures.say("begin");
        for (int i = 0; i < GIVEN; i++) {
            giveToC(calloc(100));
        }
        Figures.say("given");
        List<byte[]> own = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            own.add(new byte[1 << 20]);
        }
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            buffers.add(ByteBuffer.allocateDirect(1000));
            own.set(i % 100, new byte[1 << 20]);
        }
        Figures.say("buffers");
        Talk.say(buffers.size() + " buffers, " + own.size() + " MB");
        wrongFrees();
    }

    private static void wrongFrees() {
        TrackedAllocator allocator = NativeMemory.allocator(Category.of("Index"));
        long block = allocator.allocate(1000);
        tryToFree("inside", allocator, block + 16);
        allocator.free(block);
        tryToFree("twice", allocator, block);
        tryToFree("never", allocator, 0x10);
        try {
            allocator.reallocate(block, 10);
        } catch (IllegalStateException e) {
            Talk.say("reallocate: " + e.getMessage());
        }
        try {
            allocator.allocate(1L << 46);
        } catch (OutOfMemoryError e) {
            Talk.say("failed: " + e.getMessage());
        }
        Figures.say("refused");
    }

    private static void tryToFree(String label, TrackedAllocator allocator, long address) {
        try {
            allocator.free(address);
        } catch (IllegalStateException e) {
            Talk.say(label + ": " + e.getMessage());
        }
    }

    private long mmap(long bytes) throws Throwable {
        return libc.call("mmap", "P(PSIIIS)", 0L, bytes, (long) READ_WRITE, (long) PRIVATE_ANONYMOUS, -1L, 0L);
    }

    private void remap() throws Throwable {
        Figures.say("begin");
        long mapping = libc.call("mremap", "P(PSSI)", mmap(10 * PAGE), 10 * PAGE, 1000 * PAGE, (long) MAY_MOVE);
        Figures.say("grown");
        check(libc.call("mremap", "P(PSSI)", mapping, 1000 * PAGE, 5 * PAGE, 0L) == mapping, "shrinks in place");
        Figures.say("shrunk");
        check(libc.call("mremap", "P(PSSI)", mapping, 5 * PAGE, 1L << 60, (long) MAY_MOVE) == -1, "no room");
        Figures.say("failed");
        long room = mmap(20 * PAGE);
        long moved = new Libc("longs")
                .call("mremap", "P(PSSIP)", mapping, 5 * PAGE, 5 * PAGE, (long) (MAY_MOVE | FIXED), room);
        check(moved == room, "moves where it is told to");
        Figures.say("moved over another");
        libc.call("munmap", "I(PS)", room, 20 * PAGE);
        Figures.say("unmapped");
        long given = mmap(100 * PAGE);
        long munmap = System.getProperty("os.arch").equals("aarch64") ? 215 : 11;
        check(libc.call("syscall", "S(SPS)", munmap, given + 10 * PAGE, 10 * PAGE) == 0, "unmaps unseen");
        long reused = libc.call(
                "mmap", "P(PSIIIS)", given + 10 * PAGE, 5 * PAGE, (long) READ_WRITE, (long) PRIVATE_ANONYMOUS, -1L, 0L);
        check(reused == given + 10 * PAGE, "takes the hint");
        Figures.say("reused");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private void transfer() throws Throwable {
        long[] blocks = new long[HELD];
        for (int i = 0; i < HELD; i++) {
            blocks[i] = calloc(100_000);
        }
        Talk.say("held");
        Talk.await("free");
        for (long block : blocks) {
            giveToC(block);
        }
        Talk.say("freed");
        Talk.await("end");
    }

    /** More blocks than a small heap has room for in the tracker's table. */
    private static void many() {
        long[] blocks = new long[MANY];
        Figures.say("begin");
        for (int i = 0; i < MANY; i++) {
            blocks[i] = Memory.UNSAFE.allocateMemory(16);
        }
        Figures.say("allocated");
        for (long block : blocks) {
            Memory.UNSAFE.freeMemory(block);
        }
        Figures.say("freed");
    }
}
