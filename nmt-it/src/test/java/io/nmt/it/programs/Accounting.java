package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** One step of bookkeeping after the other; its argument says which. */
public final class Accounting {
    private static final long IMPOSSIBLE = 1L << 62;
    private static final long MIB = 1 << 20;

    private Accounting() {}

    public static void main(String[] arguments) throws Exception {
        Figures.say("begin");
        switch (arguments[0]) {
            case "allocate-free" -> allocateAndFree();
            case "reallocate" -> reallocate();
            case "zero" -> zero();
            case "odd" -> oddSizes();
            case "peaks" -> peaks();
            case "two-blocks" -> twoBlocks();
            case "two-threads" -> twoThreads();
            case "impossible" -> impossible();
            case "direct-limit" -> directLimit();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void allocateAndFree() throws IOException {
        long address = UNSAFE.allocateMemory(100_000);
        ByteBuffer direct = ByteBuffer.allocateDirect(200_000);
        Figures.say("allocated");
        UNSAFE.freeMemory(address);
        UNSAFE.invokeCleaner(direct);
        Figures.say("freed");
    }

    private static void reallocate() {
        long address = UNSAFE.allocateMemory(16 * 1024);
        Figures.say("16K");
        address = UNSAFE.reallocateMemory(address, 8 * 1024);
        Figures.say("8K");
        address = UNSAFE.reallocateMemory(address, 5 * MIB); // certainly moves
        Figures.say("5M");
        UNSAFE.freeMemory(address);
        Figures.say("freed");
    }

    private static void zero() {
        UNSAFE.freeMemory(0);
        Figures.say("free(0)");
        Talk.say("allocate(0) = " + UNSAFE.allocateMemory(0));
        Figures.say("allocate(0)");
        long address = UNSAFE.reallocateMemory(0, 777);
        Figures.say("reallocate(0,n)");
        Talk.say("reallocate(a,0) = " + UNSAFE.reallocateMemory(address, 0));
        Figures.say("reallocate(a,0)");
        Talk.say("reallocate(0,0) = " + UNSAFE.reallocateMemory(0, 0));
        Figures.say("reallocate(0,0)");
    }

    private static void oddSizes() {
        List<Long> addresses = new ArrayList<>();
        for (int bytes = 1; bytes <= 61; bytes += 4) {
            addresses.add(UNSAFE.allocateMemory(bytes));
        }
        Figures.say("1 to 61");
        addresses.forEach(UNSAFE::freeMemory);
        long address = UNSAFE.allocateMemory(61);
        Figures.say("61");
        address = UNSAFE.reallocateMemory(address, 131);
        Figures.say("131");
        UNSAFE.freeMemory(address);
        ByteBuffer direct = ByteBuffer.allocateDirect(4097);
        Figures.say("direct 4097");
        UNSAFE.invokeCleaner(direct);
    }

    private static void peaks() {
        long first = UNSAFE.allocateMemory(MIB);
        Figures.say("1M");
        long second = UNSAFE.allocateMemory(MIB);
        UNSAFE.freeMemory(first);
        UNSAFE.freeMemory(second);
        Figures.say("2M freed");
        ByteBuffer direct = ByteBuffer.allocateDirect((int) MIB);
        UNSAFE.invokeCleaner(direct);
        Figures.say("1M direct freed");
        long third = UNSAFE.allocateMemory(3 * MIB);
        UNSAFE.freeMemory(third);
        Figures.say("3M freed");
    }

    private static void twoBlocks() {
        long first = UNSAFE.allocateMemory(128 * 1024);
        long second = UNSAFE.allocateMemory(256 * 1024);
        Figures.say("both");
        UNSAFE.freeMemory(first);
        Figures.say("second");
        UNSAFE.freeMemory(second);
        Figures.say("none");
    }

    private static void twoThreads() throws InterruptedException {
        long[] addresses = new long[3];
        Thread allocator = new Thread(() -> {
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = UNSAFE.allocateMemory(1000 + i);
            }
        });
        allocator.start();
        allocator.join();
        Figures.say("allocated");
        Thread freer = new Thread(() -> {
            UNSAFE.freeMemory(addresses[0]);
            UNSAFE.freeMemory(addresses[2]);
        });
        freer.start();
        freer.join();
        Figures.say("two freed");
        UNSAFE.freeMemory(addresses[1]);
        Figures.say("all freed");
    }

    private static void impossible() {
        long address = UNSAFE.allocateMemory(1000);
        try {
            UNSAFE.allocateMemory(IMPOSSIBLE);
        } catch (OutOfMemoryError e) {
            Talk.say("no memory to allocate");
        }
        Figures.say("not allocated");
        try {
            UNSAFE.reallocateMemory(address, IMPOSSIBLE);
        } catch (OutOfMemoryError e) {
            Talk.say("no memory to reallocate");
        }
        Figures.say("not reallocated");
        UNSAFE.freeMemory(address);
        Figures.say("freed");
    }

    /** Runs with a limit of 1 MiB. */
    private static void directLimit() throws IOException {
        ByteBuffer direct = ByteBuffer.allocateDirect(700_000);
        try {
            ByteBuffer.allocateDirect(700_000);
        } catch (OutOfMemoryError e) {
            Talk.say("no direct memory for a buffer");
        }
        Figures.say("no second buffer");
        long address = UNSAFE.allocateMemory(61);
        Figures.say("Unsafe after it");
        UNSAFE.freeMemory(address);
        try {
            Memory.writeHeapBuffer(700_000);
        } catch (OutOfMemoryError e) {
            Talk.say("no direct memory for a temporary buffer"); // the JDK counts these against the limit until JDK 23
        }
        address = UNSAFE.allocateMemory(62);
        ByteBuffer small = ByteBuffer.allocateDirect(63);
        Figures.say("Unsafe and buffer after a temporary buffer");
        UNSAFE.freeMemory(address);
        UNSAFE.invokeCleaner(small);
        UNSAFE.invokeCleaner(direct);
        Figures.say("freed");
    }
}
