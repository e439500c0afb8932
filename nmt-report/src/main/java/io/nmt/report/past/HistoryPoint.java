package io.nmt.report.past;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The memory in use at one time, and the most since the point before, as far as that is known. Immutable.
 *
 * <p>A figure is 0 or more, or {@link #UNKNOWN}.
 */
public final class HistoryPoint {
    /** A figure that was not read. */
    public static final long UNKNOWN = -1;

    private static final int FIGURES = HistoryFigure.values().length;

    private final long millis;
    private final long[] figures;
    private final long[] highest;
    private final Map<Integer, Usage> categories;
    private final Map<Integer, Long> sites;

    private HistoryPoint(
            long millis, long[] figures, long[] highest, Map<Integer, Usage> categories, Map<Integer, Long> sites) {
        this.millis = millis;
        this.figures = figures;
        this.highest = highest;
        this.categories = categories;
        this.sites = sites;
    }

    /**
     * The usage of a category.
     *
     * @param bytes that are live
     * @param count of these blocks
     * @param highestBytes the most since the point before, as far as it is known
     * @param besidePools of the live bytes, those that are no chunks of known pools; {@link #UNKNOWN} if that was not
     *     read
     */
    public record Usage(long bytes, long count, long highestBytes, long besidePools) {
        /**
         * A usage of a category without chunks of pools.
         *
         * @param bytes as above
         * @param count as above
         * @param highestBytes as above
         */
        public Usage(long bytes, long count, long highestBytes) {
            this(bytes, count, highestBytes, bytes);
        }
    }

    /** Makes a point. */
    public static final class Builder {
        private final long millis;
        private final long[] figures = new long[FIGURES];
        private final long[] highest = new long[FIGURES];
        private final Map<Integer, Usage> categories = new LinkedHashMap<>();
        private final Map<Integer, Long> sites = new LinkedHashMap<>();

        /**
         * Begins with nothing known.
         *
         * @param millis when, by a clock that only goes forward
         */
        public Builder(long millis) {
            this.millis = millis;
            Arrays.fill(figures, UNKNOWN);
            Arrays.fill(highest, UNKNOWN);
        }

        /**
         * A figure.
         *
         * @param figure which
         * @param value of it
         * @return this
         */
        public Builder set(HistoryFigure figure, long value) {
            return set(figure, value, value);
        }

        /**
         * A figure that was higher since the point before.
         *
         * @param figure which
         * @param value of it
         * @param highestValue the most since the point before
         * @return this
         */
        public Builder set(HistoryFigure figure, long value, long highestValue) {
            figures[figure.index()] = Math.max(UNKNOWN, value);
            highest[figure.index()] = Math.max(figures[figure.index()], highestValue);
            return this;
        }

        /**
         * A category.
         *
         * @param id of it
         * @param usage at this time
         * @return this
         */
        public Builder category(int id, Usage usage) {
            categories.put(id, usage);
            return this;
        }

        /**
         * A call site.
         *
         * @param id of it
         * @param liveBytes an estimate
         * @return this
         */
        public Builder site(int id, long liveBytes) {
            sites.put(id, liveBytes);
            return this;
        }

        /**
         * The point.
         *
         * @return what was told of until now
         */
        public HistoryPoint build() {
            return new HistoryPoint(
                    millis,
                    figures.clone(),
                    highest.clone(),
                    new LinkedHashMap<>(categories),
                    new LinkedHashMap<>(sites));
        }
    }

    /** The same at another time. */
    HistoryPoint movedBy(long byMillis) {
        return byMillis == 0 ? this : new HistoryPoint(millis + byMillis, figures, highest, categories, sites);
    }

    /**
     * The time of the point.
     *
     * @return milliseconds by a clock that only goes forward
     */
    public long millis() {
        return millis;
    }

    /**
     * A figure.
     *
     * @param figure which
     * @return its value, or {@link #UNKNOWN}
     */
    public long get(HistoryFigure figure) {
        return figures[figure.index()];
    }

    /**
     * The most since the point before.
     *
     * @param figure which
     * @return at least {@link #get}
     */
    public long highest(HistoryFigure figure) {
        return highest[figure.index()];
    }

    /**
     * The categories.
     *
     * @return by id
     */
    public Map<Integer, Usage> categories() {
        return Collections.unmodifiableMap(categories);
    }

    /**
     * The call sites that held most.
     *
     * @return live bytes, an estimate, by id
     */
    public Map<Integer, Long> sites() {
        return Collections.unmodifiableMap(sites);
    }

    /**
     * This point with call sites in place of those that it has.
     *
     * @param liveBytes estimates, by id
     * @return another point
     */
    public HistoryPoint withSites(Map<Integer, Long> liveBytes) {
        return new HistoryPoint(millis, figures, highest, categories, new LinkedHashMap<>(liveBytes));
    }

    /** This point as one that follows another one, with the most of both; what it lacks is the earlier one's. */
    HistoryPoint after(HistoryPoint earlier) {
        long[] most = highest.clone();
        long[] last = figures.clone();
        for (int i = 0; i < FIGURES; i++) {
            most[i] = Math.max(most[i], earlier.highest[i]);
            last[i] = last[i] == UNKNOWN ? earlier.figures[i] : last[i];
        }
        Map<Integer, Usage> usages = new LinkedHashMap<>();
        categories.forEach((id, usage) -> {
            Usage before = earlier.categories.get(id);
            long highestBytes = Math.max(usage.highestBytes, before == null ? 0 : before.highestBytes);
            long besidePools = usage.besidePools == UNKNOWN && before != null ? before.besidePools : usage.besidePools;
            usages.put(id, new Usage(usage.bytes, usage.count, highestBytes, besidePools));
        });
        return new HistoryPoint(millis, last, most, usages, sites.isEmpty() ? earlier.sites : sites);
    }

    /** As few bytes as it takes: there are many points. */
    byte[] encode() {
        VarBytes bytes = new VarBytes();
        bytes.write(millis);
        for (int i = 0; i < FIGURES; i++) {
            bytes.write(figures[i] + 1);
            bytes.write(highest[i] - figures[i]);
        }
        bytes.write(categories.size());
        categories.forEach((id, usage) -> {
            bytes.write(id);
            bytes.write(usage.bytes);
            bytes.write(usage.count);
            bytes.write(Math.max(0, usage.highestBytes - usage.bytes));
            bytes.write(usage.besidePools == UNKNOWN ? 0 : 1 + Math.max(0, usage.bytes - usage.besidePools));
        });
        bytes.write(sites.size());
        sites.forEach((id, liveBytes) -> {
            bytes.write(id);
            bytes.write(liveBytes);
        });
        return bytes.toArray();
    }

    static HistoryPoint decode(byte[] code) {
        VarBytes bytes = new VarBytes(code);
        long millis = bytes.read();
        long[] figures = new long[FIGURES];
        long[] highest = new long[FIGURES];
        for (int i = 0; i < FIGURES; i++) {
            figures[i] = bytes.read() - 1;
            highest[i] = figures[i] + bytes.read();
        }
        Map<Integer, Usage> categories = new LinkedHashMap<>();
        for (long left = bytes.read(); left > 0; left--) {
            int id = (int) bytes.read();
            long live = bytes.read();
            long count = bytes.read();
            long highestBytes = live + bytes.read();
            long pooled = bytes.read() - 1;
            categories.put(id, new Usage(live, count, highestBytes, pooled < 0 ? UNKNOWN : live - pooled));
        }
        Map<Integer, Long> sites = new LinkedHashMap<>();
        for (long left = bytes.read(); left > 0; left--) {
            int id = (int) bytes.read();
            sites.put(id, bytes.read());
        }
        return new HistoryPoint(millis, figures, highest, categories, sites);
    }
}
