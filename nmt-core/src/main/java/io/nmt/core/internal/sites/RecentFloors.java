package io.nmt.core.internal.sites;

/**
 * The floor of a call site in each of the last parts of its life: of 7.5 seconds, of half a minute, of two minutes, and
 * so on to 8.5 hours. So there are {@value #WINDOWS} windows, from the last minute to the last 68 hours, of eight parts
 * and the one that has just begun. Belongs to a {@link FloorHistory}, which guards it.
 */
final class RecentFloors {
    /*
     * A ring for each length of a part. What leaves a ring is not forgotten altogether: the highest of it is kept. The
     * floor of what comes and goes in a longer period than a part goes up and down with it, so that the next rise comes
     * no higher than the ones before, however long ago these were. That is what tells it from a leak.
     *
     * It is kept with a time when it was nearly as high, for its error: which samples have lived since. That time is
     * moved on only when the floor is twice as high, or a period that chance makes a little higher than those before
     * would be compared with itself.
     *
     * Floats, since their error, one in 10^7, is far less than that of samples.
     */
    static final int WINDOWS = 7;

    static final long SHORTEST_PART_UNITS = 7_500_000_000L / SampleRecord.NANOS_PER_UNIT;

    private static final int WHOLE_PARTS = 8;
    private static final int PARTS = WHOLE_PARTS + 1;
    private static final int LONGER_SHIFT = 2; // each part is four of the next shorter ones
    private static final float MARKED_AGAIN = 2;
    private static final int[] QUARTERS = {0, 2, 4, 6};

    private final float[] floors = new float[WINDOWS * PARTS];
    private final float[] highestBefore = new float[WINDOWS];
    private final float[] markFloor = new float[WINDOWS];
    private final int[] markPart = new int[WINDOWS]; // of 7.5 s there are four million in a year
    private long last; // of the shortest parts since the site's first sample

    /**
     * Notes a change, as {@link FloorHistory#changed} does.
     *
     * @param age of the site
     */
    void changed(long age, long before, long after) {
        extend(age, before);
        float least = Math.max(0, Math.min(before, after));
        for (int window = 0; window < WINDOWS; window++) {
            int index = index(window, last >> (LONGER_SHIFT * window));
            floors[index] = Math.min(floors[index], least);
        }
    }

    void extend(long age, long heldNow) {
        float held = heldNow;
        long part = age / SHORTEST_PART_UNITS;
        if (part <= last) {
            return;
        }
        for (int window = 0; window < WINDOWS; window++) {
            long to = part >> (LONGER_SHIFT * window);
            long from = last >> (LONGER_SHIFT * window);
            if (to - from > PARTS) {
                for (int i = PARTS; i > 0; i--) {
                    leave(window, from + 1 - i, held);
                }
                from = to - PARTS; // what was before is overwritten, and then what overwrote it
                noteHighest(window, held, from);
            }
            for (long next = from + 1; next <= to; next++) {
                leave(window, next - PARTS, held);
            }
        }
        last = part;
    }

    /** Puts a new part in the place of the one that is the oldest. */
    private void leave(int window, long oldest, float held) {
        int index = index(window, oldest + PARTS);
        if (oldest >= 0) {
            noteHighest(window, floors[index], oldest);
        }
        floors[index] = held;
    }

    private void noteHighest(int window, float floor, long part) {
        highestBefore[window] = Math.max(highestBefore[window], floor);
        if (floor > MARKED_AGAIN * markFloor[window]) {
            markFloor[window] = floor;
            markPart[window] = (int) part;
        }
    }

    private static int index(int window, long part) {
        return window * PARTS + (int) (part % PARTS);
    }

    /**
     * The last nine parts of some length.
     *
     * @param window from 0, the shortest
     * @param start of the site
     * @return null if the site is not older than that
     */
    FloorWindow window(int window, long start) {
        long current = last >> (LONGER_SHIFT * window);
        if (current < PARTS) {
            return null;
        }
        long[] parts = new long[PARTS];
        long[] starts = new long[PARTS];
        for (int i = 0; i < PARTS; i++) {
            long part = current - WHOLE_PARTS + i;
            parts[i] = (long) floors[index(window, part)];
            starts[i] = start + (part << (LONGER_SHIFT * window)) * SHORTEST_PART_UNITS;
        }
        long highestTime = start + ((long) markPart[window] << (LONGER_SHIFT * window)) * SHORTEST_PART_UNITS;
        return new FloorWindow(parts, starts, QUARTERS, (long) highestBefore[window], highestTime);
    }
}
