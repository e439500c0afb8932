package io.nmt.bench.demo;

import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;

/**
 * The sessions of the service, outside the heap, in a category of the application's own. Thread-safe.
 *
 * <pre>
 *     slots: | address | address | address | ... capacity          8 bytes each
 *                 |
 *                 +--> session: | number | ...                     {@value #SESSION_BYTES} bytes
 * </pre>
 *
 * <p>Every request opens a session. When there are too many, all but the newest expire at once; so the memory grows and
 * shrinks like a saw's teeth, which a leak does not.
 */
final class SessionIndex implements AutoCloseable {
    private static final int SESSION_BYTES = 1 << 10;
    private static final int MAX_SESSIONS = 600;
    private static final int SESSIONS_KEPT = 100;
    private static final int SLOT_BYTES = 8;
    private static final int FIRST_CAPACITY = 64;

    private final TrackedAllocator allocator = NativeMemory.allocator(Category.of("Session Index"));

    private long slots;
    private int capacity;
    private int size;

    SessionIndex() {
        resize(FIRST_CAPACITY);
    }

    synchronized void open(int number) {
        if (size == MAX_SESSIONS) {
            expire(MAX_SESSIONS - SESSIONS_KEPT);
            resize(SESSIONS_KEPT * 2);
        }
        if (size == capacity) {
            resize(capacity * 2);
        }
        long session = allocator.allocate(SESSION_BYTES);
        RawMemory.UNSAFE.setMemory(session, SESSION_BYTES, (byte) 0);
        RawMemory.UNSAFE.putLong(session, number);
        RawMemory.UNSAFE.putLong(slot(size), session);
        size++;
    }

    /** Frees the oldest sessions. */
    private void expire(int count) {
        for (int i = 0; i < count; i++) {
            allocator.free(RawMemory.UNSAFE.getLong(slot(i)));
        }
        size -= count;
        RawMemory.UNSAFE.copyMemory(slot(count), slots, (long) size * SLOT_BYTES);
    }

    private void resize(int newCapacity) {
        slots = allocator.reallocate(slots, (long) newCapacity * SLOT_BYTES);
        capacity = newCapacity;
    }

    private long slot(int index) {
        return slots + (long) index * SLOT_BYTES;
    }

    @Override
    public synchronized void close() {
        expire(size);
        allocator.free(slots);
        slots = 0;
        capacity = 0;
    }
}
