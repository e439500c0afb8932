package io.nmt.core.sites;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * How much a call site held at the least, in each of up to {@value #SLOTS} equal parts of the time since its first sample. What
 * comes and goes leaves the floor where it is; a leak lifts it.
 *
 * <p>Thread-safe. A writer that meets another one steps aside: what it had to tell is told with the next change.
 */
final class FloorHistory {
    static final int SLOTS = 16;
    private static final int QUARTERS = 4;
    private static final int MOST_TRIES = 1_000_000;

    private static final long FIRST_SLOT_TIME = 100; // a second
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(FloorHistory.class, "busy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long start;

    // Guarded by busy.
    private final long[] floors = new long[SLOTS];
    private long slotTime = FIRST_SLOT_TIME;
    private int lastSlot;

    @SuppressWarnings("unused") // by its handle
    private boolean busy;

    /** Begins at that time, with nothing held. Times are those of {@link SampleRecord}. */
    FloorHistory(long start) {
        this.start = start;
    }

    /** Notes a change at {@code now}: until then {@code before} was held, and now {@code after} is. */
    void changed(long now, long before, long after) {
        if (BUSY.compareAndSet(this, false, true)) {
            try {
                extend(now, before);
                // Before, too: what it was lowered to may have been told by one who stepped aside.
                floors[lastSlot] = Math.max(0, Math.min(floors[lastSlot], Math.min(before, after)));
            } finally {
                BUSY.setRelease(this, false);
            }
        }
    }

    private void extend(long now, long held) {
        long slot = Math.max(0, now - start) / slotTime;
        while (slot >= SLOTS) {
            halve();
            slot /= 2;
        }
        if (slot > lastSlot) {
            Arrays.fill(floors, lastSlot + 1, (int) slot + 1, held);
            lastSlot = (int) slot;
        }
    }

    private void halve() {
        for (int i = 0; i < SLOTS / 2; i++) {
            int first = 2 * i;
            floors[i] = first < lastSlot ? Math.min(floors[first], floors[first + 1]) : floors[first];
        }
        lastSlot /= 2;
        slotTime *= 2;
    }

    /**
     * The floors in four equal parts of the time until now, and of its last sixteenth or less.
     *
     * @param held now
     * @return from the oldest to the newest quarter, and the last
     */
    long[] quarters(long now, long held) {
        // A writer takes nanoseconds. If it seems to take for ever, it was killed on its way, and nobody writes any
        // more.
        boolean alone = false;
        for (int i = 0; i < MOST_TRIES && !alone; i++) {
            alone = BUSY.compareAndSet(this, false, true);
            Thread.onSpinWait();
        }
        long[] quarters = new long[QUARTERS + 1];
        try {
            extend(now, held);
            int slots = lastSlot + 1;
            for (int quarter = 0; quarter < QUARTERS; quarter++) {
                int first = slots * quarter / QUARTERS;
                int end = Math.max(first + 1, slots * (quarter + 1) / QUARTERS);
                quarters[quarter] = floors[first];
                for (int i = first + 1; i < end; i++) {
                    quarters[quarter] = Math.min(quarters[quarter], floors[i]);
                }
            }
            quarters[QUARTERS] = floors[lastSlot];
        } finally {
            BUSY.setRelease(this, false);
        }
        return quarters;
    }

    long start() {
        return start;
    }
}
