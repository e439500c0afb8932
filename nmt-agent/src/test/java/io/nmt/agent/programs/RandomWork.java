package io.nmt.agent.programs;

import static io.nmt.agent.programs.Memory.UNSAFE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Random allocations, reallocations and frees of one thread, which passes some of its blocks on to other threads. */
final class RandomWork {
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_LIVE = 500;

    // Given away by one thread, to be freed by another.
    private static final ConcurrentLinkedQueue<Object> GIVEN_AWAY = new ConcurrentLinkedQueue<>();

    private final Random random;

    // A Long is an address, the others are buffers.
    private final List<Object> live = new ArrayList<>();

    RandomWork(long seed) {
        this.random = new Random(seed);
    }

    void run(int operations) {
        for (int i = 0; i < operations; i++) {
            runOne();
        }
    }

    private void runOne() {
        int dice = random.nextInt(100);
        if (live.isEmpty() || (dice < 35 && live.size() < MAX_LIVE)) {
            live.add(UNSAFE.allocateMemory(size()));
        } else if (dice < 50 && live.size() < MAX_LIVE) {
            live.add(ByteBuffer.allocateDirect(size()));
        } else if (dice < 65) {
            reallocateAny();
        } else if (dice < 70) {
            GIVEN_AWAY.add(takeAny());
        } else if (dice < 75) {
            free(GIVEN_AWAY.poll());
        } else {
            free(takeAny());
        }
    }

    private int size() {
        return 1 + random.nextInt(MAX_BYTES);
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

    private static void free(Object block) {
        if (block instanceof Long address) {
            UNSAFE.freeMemory(address);
        } else if (block != null) {
            UNSAFE.invokeCleaner((ByteBuffer) block);
        }
    }

    void freeAll() {
        live.forEach(RandomWork::free);
        live.clear();
        for (Object block = GIVEN_AWAY.poll(); block != null; block = GIVEN_AWAY.poll()) {
            free(block);
        }
    }
}
