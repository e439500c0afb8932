package io.nmt.core.internal.sites;

import io.nmt.core.figures.Bend;
import java.util.Arrays;
import java.util.List;

/** Finds since when a floor rises, or rises faster: where a line with a bend fits much better than a straight one. */
final class FloorBend {
    private static final int MIN_PARTS_AFTER = 4;
    private static final double BETTER_FACTOR = 4; // of the squares of what the line misses

    private FloorBend() {}

    /**
     * Looks for it in floors of all lengths of parts, each time by the shortest that there are of it.
     *
     * @param windows the longest first
     * @return what follows the bend, in parts; the first is the last before it. Null if there is no bend
     */
    static FloorWindow of(List<FloorWindow> windows) {
        long[] starts = new long[0];
        long[] floors = new long[0];
        for (int i = windows.size() - 1; i >= 0; i--) {
            FloorWindow window = windows.get(i);
            int earlier = window.partsBefore(starts.length == 0 ? Long.MAX_VALUE : starts[0]);
            starts = joined(window.starts(), earlier, starts);
            floors = joined(window.floors(), earlier, floors);
        }
        Bend bend = Bend.afterLine(starts, floors, MIN_PARTS_AFTER + 1, BETTER_FACTOR);
        if (bend == null) {
            return null;
        }
        int first = bend.index();
        int parts = starts.length - first;
        long highest = highestBefore(windows, starts[first]);
        for (int i = 0; i < first; i++) {
            highest = Math.max(highest, floors[i]);
        }
        return new FloorWindow(
                Arrays.copyOfRange(floors, first, starts.length),
                Arrays.copyOfRange(starts, first, starts.length),
                new int[] {0, 1, 2, parts - 1},
                highest,
                starts[first]);
    }

    /** The highest by the shortest parts of that time: of what comes and goes within a part, that has the least. */
    private static long highestBefore(List<FloorWindow> windows, long start) {
        for (int i = windows.size() - 1; i >= 0; i--) {
            if (windows.get(i).start(0) <= start) {
                return windows.get(i).highestBefore();
            }
        }
        return 0;
    }

    private static long[] joined(long[] first, int count, long[] then) {
        long[] all = Arrays.copyOf(first, count + then.length);
        System.arraycopy(then, 0, all, count, then.length);
        return all;
    }
}
