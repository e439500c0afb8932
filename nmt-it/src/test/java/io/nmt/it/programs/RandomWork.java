package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Random allocations, reallocations and frees of one thread, on all paths that lead to {@code Unsafe}. It passes some
 * of its blocks on to other threads, and leaves some to the garbage collector.
 */
final class RandomWork {
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_LIVE = 500;
    private static final int[] ALIGNMENTS = {1, 8, 16, 64, 4096};

    // Given away by one thread, to be freed by another.
    private static final ConcurrentLinkedQueue<Object> GIVEN_AWAY = new ConcurrentLinkedQueue<>();

    private final Random random;
    private final NioWork nio;

    // A Long is an address, an AutoCloseable an arena. Buffers and automatic segments are freed once they are
    // unreachable.
    private final List<Object> live = new ArrayList<>();

    // Used and closed by one thread.
    private Object confinedArena;

    RandomWork(long seed) {
        this.random = new Random(seed);
        this.nio = new NioWork(random);
    }

    /** To be called by one thread, which ends with {@link #end}. */
    void run(int operations) {
        try {
            for (int i = 0; i < operations; i++) {
                runOne();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void runOne() throws IOException {
        int dice = random.nextInt(100);
        if (live.isEmpty() || (dice < 25 && live.size() < MAX_LIVE)) {
            live.add(UNSAFE.allocateMemory(size()));
        } else if (dice < 35 && live.size() < MAX_LIVE) {
            live.add(ByteBuffer.allocateDirect(size()));
        } else if (dice < 40 && live.size() < MAX_LIVE) {
            live.add(random.nextInt(10) == 0 ? automaticSegment() : sharedArena());
        } else if (dice < 50) {
            useConfinedArena();
        } else if (dice < 60) {
            nio.runOne();
        } else if (dice < 70) {
            reallocateAny();
        } else if (dice < 75) {
            GIVEN_AWAY.add(takeAny());
        } else if (dice < 80) {
            free(GIVEN_AWAY.poll());
        } else {
            free(takeAny());
        }
    }

    private int size() {
        return 1 + random.nextInt(MAX_BYTES);
    }

    private Object automaticSegment() {
        return segment(Segments.Arena.AUTO.open());
    }

    private Object sharedArena() {
        Object arena = Segments.Arena.SHARED.open();
        segment(arena);
        segment(arena);
        return arena;
    }

    private void useConfinedArena() {
        if (confinedArena == null) {
            confinedArena = Segments.Arena.CONFINED.open();
        } else if (random.nextInt(10) == 0) {
            Segments.close(confinedArena);
            confinedArena = null;
        } else {
            segment(confinedArena);
        }
    }

    private Object segment(Object arena) {
        return Segments.allocate(arena, size(), ALIGNMENTS[random.nextInt(ALIGNMENTS.length)]);
    }

    private Object takeAny() {
        int index = random.nextInt(live.size());
        Object block = live.get(index);
        Object last = live.remove(live.size() - 1);
        if (index < live.size()) {
            live.set(index, last);
        }
        return block;
    }

    private void reallocateAny() {
        Object block = takeAny();
        if (block instanceof Long address) {
            live.add(UNSAFE.reallocateMemory(address, size()));
        } else {
            free(block);
        }
    }

    private void free(Object block) {
        if (block instanceof Long address) {
            UNSAFE.freeMemory(address);
        } else if (block instanceof AutoCloseable arena) {
            Segments.close(arena);
        } else if (block instanceof ByteBuffer buffer && random.nextInt(20) != 0) {
            UNSAFE.invokeCleaner(buffer);
        }
    }

    /** Gives back what belongs to the thread. */
    void end() {
        if (confinedArena != null) {
            Segments.close(confinedArena);
        }
        nio.close();
    }

    /** To be called when all threads have ended. */
    void freeAll() {
        live.forEach(this::free);
        live.clear();
        for (Object block = GIVEN_AWAY.poll(); block != null; block = GIVEN_AWAY.poll()) {
            free(block);
        }
    }
}
