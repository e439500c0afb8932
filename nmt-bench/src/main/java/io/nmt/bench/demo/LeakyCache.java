package io.nmt.bench.demo;

import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.Category;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The bug of the demo: every tenth request forgets to free its block. The memory is from {@code sun.misc.Unsafe}, and a
 * {@link Scope} gives it a name of its own. Thread-safe.
 */
final class LeakyCache {
    /** The category, as it stands in reports and events. */
    static final String NAME = "Leaky Cache";

    private static final int BLOCK_BYTES = 4 << 10;
    private static final int FORGET_EVERY = 10;

    private final Category category = Category.of(NAME);
    private final AtomicInteger leakedBlocks = new AtomicInteger();

    void use(int number) {
        long block = allocate();
        RawMemory.UNSAFE.setMemory(block, BLOCK_BYTES, (byte) number);
        if (number % FORGET_EVERY == 0) {
            leakedBlocks.incrementAndGet();
            return;
        }
        RawMemory.UNSAFE.freeMemory(block);
    }

    @SuppressWarnings("try") // a scope is only opened and closed
    private long allocate() {
        try (Scope scope = NativeMemory.scope(category)) {
            return RawMemory.UNSAFE.allocateMemory(BLOCK_BYTES);
        }
    }

    int leakedBlocks() {
        return leakedBlocks.get();
    }

    long leakedBytes() {
        return (long) leakedBlocks.get() * BLOCK_BYTES;
    }
}
