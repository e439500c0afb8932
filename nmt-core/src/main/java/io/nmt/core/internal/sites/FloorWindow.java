package io.nmt.core.internal.sites;

/**
 * The floor of a site in each quarter of a stretch of time that ends now, and in the last part of that. Times are those
 * of {@link SampleRecord}.
 */
final class FloorWindow {
    static final int QUARTERS = 4;

    private static final double STILL_RISING_SHARE = 1.0 / 3 / 5; // a fifth of what it was in each quarter before
    private static final double NEW_GROUND_SHARE = 0.5;
    private static final double FIRST_SHARE = 0.1;
    private static final double EVEN_SHARE = 0.05;

    private final long[] floors; // of all parts, the oldest first
    private final long[] starts; // of these parts
    private final int[] quarters; // the first part of each
    private final long highestBefore;
    private final long highestTime;

    /**
     * A window.
     *
     * @param floors of its equal parts, the oldest first; the last has just begun
     * @param starts of these parts
     * @param quarters the index of the part that each quarter begins with
     * @param highestBefore the highest floor of all earlier parts of that length; 0 if there are none
     * @param highestTime when it was half as high, at the least, for the first time
     */
    FloorWindow(long[] floors, long[] starts, int[] quarters, long highestBefore, long highestTime) {
        this.floors = floors;
        this.starts = starts;
        this.quarters = quarters;
        this.highestBefore = highestBefore;
        this.highestTime = highestTime;
    }

    /** The floor of a quarter, from 0 on; and of the last part. */
    long floor(int quarter) {
        if (quarter == QUARTERS) {
            return floors[floors.length - 1];
        }
        int end = quarter + 1 < QUARTERS ? quarters[quarter + 1] : floors.length;
        long floor = floors[quarters[quarter]];
        for (int i = quarters[quarter] + 1; i < end; i++) {
            floor = Math.min(floor, floors[i]);
        }
        return floor;
    }

    long[] floors() {
        return floors;
    }

    long[] starts() {
        return starts;
    }

    /** The parts that begin before a time. */
    int partsBefore(long time) {
        int count = 0;
        while (count < starts.length && starts[count] < time) {
            count++;
        }
        return count;
    }

    /** The start of a quarter, from 0 on. */
    long start(int quarter) {
        return starts[quarters[quarter]];
    }

    /**
     * By how much the floor rises from the second quarter to the last. The first is left out, since a site begins with
     * nothing.
     */
    long rise() {
        return floor(3) - floor(1);
    }

    /**
     * The time in which it rises so. The floor of a steady rise is met at the beginning of a quarter.
     *
     * @return 0 if the quarters are not told apart yet
     */
    long riseTime() {
        return start(3) - start(1);
    }

    /**
     * One standard error of the rate, by the rates from quarter to quarter and to the last part: what is counted rises
     * faster and slower, and that is all that is not known of it.
     *
     * @return in a unit of time; 0 if they hardly differ
     */
    double unevenness() {
        if (riseTime() == 0) {
            return 0;
        }
        double rate = (double) rise() / riseTime();
        double squares = 0;
        int rates = 0;
        for (int i = 1; i < QUARTERS; i++) {
            long end = i + 1 < QUARTERS ? start(i + 1) : starts[starts.length - 1];
            if (end > start(i)) {
                squares += Math.pow((double) (floor(i + 1) - floor(i)) / (end - start(i)) - rate, 2);
                rates++;
            }
        }
        double error = rates < 2 ? 0 : Math.sqrt(squares / (rates * (rates - 1)));
        return error < EVEN_SHARE * rate ? 0 : error;
    }

    /** The highest floor before; 0 if there was none. */
    long highestBefore() {
        return highestBefore;
    }

    /** By how much the floor was higher before than at the start; negative if it was lower. */
    long fallen() {
        return highestBefore - floor(0);
    }

    /** The first time at which the floor was at least half of its height before. */
    long highestTime() {
        return highestTime;
    }

    /**
     * True if the floor has risen from each quarter to the next and still rises in the last part, which a full cache
     * does not. It must also be higher than ever before, which a floor that rises and falls again is not.
     *
     * @param chance what the rise has to exceed, in bytes
     * @param chanceBefore what the rise over the highest floor before has to exceed, in bytes
     */
    boolean isRising(double chance, double chanceBefore) {
        long inAll = floor(3) - floor(0);
        return floor(0) < floor(1)
                && floor(1) < floor(2)
                && floor(2) < floor(3)
                && rise() > chance
                && floor(QUARTERS) - floor(3) > inAll * STILL_RISING_SHARE
                && (highestBefore == 0 || floor(3) - highestBefore > Math.max(chanceBefore, inAll * NEW_GROUND_SHARE));
    }

    /**
     * The start of a window's rise, to a part of this one, which is that window itself or a longer one.
     *
     * @param rising where the rise was found
     */
    long riseStart(FloorWindow rising) {
        int first = rising == this || floors[0] > 0 ? 0 : Math.min(1, floors.length - 1);
        long least = floors[first];
        for (int i = first; i < floors.length; i++) {
            least = Math.min(least, floors[i]);
        }
        double low = least + (rising.floor(QUARTERS) - least) * FIRST_SHARE;
        int last = floors.length - 1;
        while (last > first && floors[last] > low) {
            last--;
        }
        // A floor is met at the beginning of its part: the rise began in the last part that is low.
        return Math.min(starts[last], rising.start(1));
    }
}
