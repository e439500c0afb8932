package io.nmt.core.internal.sites;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The floor of a call site over time: the least that it held in each of up to {@value #SLOTS} equal parts of the time
 * since its first sample, and in finer parts of the recent past. Blocks that come and go leave the floor where it is; a
 * leak lifts it.
 *
 * <p>There is no timer: the floors are brought up to date by each sample of the site that is taken or freed, and by
 * each look at them. Takes {@code 16 * 8 + 6 * 12 * 4} bytes and their objects.
 *
 * <p>Thread-safe. A writer that meets another one steps aside: what it had to tell is told with the next change.
 */
final class FloorHistory {
    static final int SLOTS = 16;
    private static final int MOST_TRIES = 1_000_000;

    private static final long FIRST_SLOT_UNITS = 100; // a second
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
    private long slotTime = FIRST_SLOT_UNITS;
    private int lastSlot;
    private final RecentFloors recent = new RecentFloors();

    private volatile KnownRise knownRise; // null if none is known

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
                // Before, too: what it was lowered to may have been told by one that stepped aside.
                floors[lastSlot] = Math.max(0, Math.min(floors[lastSlot], Math.min(before, after)));
                recent.changed(Math.max(0, now - start), before, after);
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
        recent.extend(Math.max(0, now - start), held);
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
     * The windows that can be looked at now.
     *
     * @param held now
     * @return the whole time since the first sample, and then parts of the recent past, the longest first
     */
    List<FloorWindow> windows(long now, long held) {
        // A writer takes nanoseconds. If it seems to take for ever, it was killed on its way, and none comes any more.
        boolean alone = false;
        for (int i = 0; i < MOST_TRIES && !alone; i++) {
            alone = BUSY.compareAndSet(this, false, true);
            Thread.onSpinWait();
        }
        List<FloorWindow> windows = new ArrayList<>();
        try {
            extend(now, held);
            windows.add(life());
            for (int i = RecentFloors.WINDOWS - 1; i >= 0; i--) {
                FloorWindow window = recent.window(i, start);
                if (window != null) {
                    windows.add(window);
                }
            }
        } finally {
            BUSY.setRelease(this, false);
        }
        return windows;
    }

    private FloorWindow life() {
        int slots = lastSlot + 1;
        long[] starts = new long[slots];
        for (int i = 0; i < slots; i++) {
            starts[i] = start + i * slotTime;
        }
        int[] quarters = new int[FloorWindow.QUARTERS];
        for (int i = 0; i < quarters.length; i++) {
            quarters[i] = slots * i / FloorWindow.QUARTERS;
        }
        return new FloorWindow(Arrays.copyOf(floors, slots), starts, quarters, 0, start);
    }

    long start() {
        return start;
    }

    /** The last rise that was more than chance; null if there was none. */
    KnownRise knownRise() {
        return knownRise;
    }

    void know(KnownRise rise) {
        knownRise = rise;
    }
}
