package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Allocates, reallocates and frees at random through the {@code Linker}, blocks of 1 KiB and more. Tells at each pause
 * by how much glibc's bytes in use have grown, and by how much those of the tracker:
 * {@code oracle LABEL: glibc BYTES nmt BYTES}.
 */
public final class MallocOracle {
    private static final int PAUSES = 5;
    private static final int OPERATIONS = 20_000;
    private static final int FIELDS = 10;
    private static final int MMAPPED = 4; // hblkhd
    private static final int IN_USE = 7; // uordblks

    private final Libc libc = new Libc("longs");
    private final Random random = new Random(1);
    private final List<Long> blocks = new ArrayList<>();

    private MallocOracle() {}

    public static void main(String[] arguments) throws Throwable {
        MallocOracle oracle = new MallocOracle();
        oracle.work(); // brings in all that it needs
        oracle.freeAll();
        tracked();
        glibc();
        long glibcAtFirst = glibc();
        long trackedAtFirst = tracked();
        for (int pause = 1; pause <= PAUSES; pause++) {
            oracle.work();
            compare("pause " + pause, glibcAtFirst, trackedAtFirst);
        }
        oracle.freeAll();
        compare("all freed", glibcAtFirst, trackedAtFirst);
    }

    private static void compare(String label, long glibcAtFirst, long trackedAtFirst) throws Throwable {
        long tracked = tracked() - trackedAtFirst;
        Talk.say("oracle " + label + ": glibc " + (glibc() - glibcAtFirst) + " nmt " + tracked);
    }

    private void work() throws Throwable {
        for (int i = 0; i < OPERATIONS; i++) {
            step();
        }
    }

    private void freeAll() throws Throwable {
        Collections.shuffle(blocks, random);
        for (long block : blocks) {
            free(block);
        }
        blocks.clear();
    }

    private void step() throws Throwable {
        int choice = random.nextInt(10);
        if (choice < 6 || blocks.isEmpty()) {
            blocks.add(allocate());
            return;
        }
        int index = random.nextInt(blocks.size());
        long block = blocks.get(index);
        if (choice < 8) {
            blocks.set(index, libc.call("realloc", "P(PS)", block, bytes()));
        } else {
            blocks.set(index, blocks.get(blocks.size() - 1));
            blocks.remove(blocks.size() - 1);
            free(block);
        }
    }

    /** From 1 KiB on; one in a hundred is so large that glibc maps it. */
    private long bytes() {
        return 1024L + random.nextInt(random.nextInt(100) == 0 ? 500_000 : 8000);
    }

    private long allocate() throws Throwable {
        return switch (random.nextInt(4)) {
            case 0 -> libc.call("calloc", "P(SS)", 4L, bytes() / 4);
            case 1 -> libc.posixMemalign(64, bytes());
            case 2 -> libc.call("aligned_alloc", "P(SS)", 32L, bytes() / 32 * 32);
            default -> libc.call("malloc", "P(S)", bytes());
        };
    }

    private void free(long block) throws Throwable {
        libc.call("free", "V(P)", block);
    }

    private static long tracked() {
        return NativeMemory.snapshot().category("Foreign Malloc").committed();
    }

    private static long glibc() throws Throwable {
        Object fields = Array.newInstance(Foreign.type("MemoryLayout"), FIELDS);
        for (int i = 0; i < FIELDS; i++) {
            Array.set(fields, i, Foreign.layout(long.class));
        }
        Object struct = Foreign.call(null, "MemoryLayout", "structLayout", fields);
        Object none = Array.newInstance(Foreign.type("MemoryLayout"), 0);
        MethodHandle mallinfo2 =
                Foreign.link(Foreign.symbol("mallinfo2"), Foreign.call(null, "FunctionDescriptor", "of", struct, none));
        Object info = mallinfo2.invoke(Foreign.call(null, "Arena", "ofAuto"));
        var words = Foreign.bytes(info).asLongBuffer();
        return words.get(IN_USE) + words.get(MMAPPED);
    }
}
