package io.nmt.report.document;

/**
 * A column of a {@link Table}. Immutable.
 *
 * @param key the name of its fields in JSON, {@code a.b} for the field {@code b} of an object {@code a}; empty for a
 *     column that people alone read
 * @param title its header; empty for a column that programs alone read
 * @param kind of its cells
 */
public record Column(String key, String title, Kind kind) {
    /**
     * The kinds of cells. In place of a figure, people see a string as it is, and programs no field. A number of bytes
     * may be {@link Marked}.
     */
    public enum Kind {
        /** A number, or a number a minute. */
        COUNT,
        /** Bytes, or bytes a minute; shown in the unit of the report. */
        BYTES,
        /** By how many bytes something changed; shown with a sign, 0 as nothing. */
        CHANGE,
        /** The same of numbers. */
        COUNT_CHANGE,
        /** Nanoseconds; 0 shows nothing. */
        AGE,
        /** An {@link java.time.Instant}. */
        TIME,
        /** A {@link Curve}. */
        CURVE,
        /** A name that may be long. Names are shown behind figures, in the order of their columns. */
        NAME,
        /** A short name, shown before figures. */
        LABEL,
        /** Anything, for programs: a number, a string, a truth value, a list of strings, a table, statements. */
        DATA;

        /**
         * True of figures: programs read no words in place of them.
         *
         * @return false of names, and of what programs alone read
         */
        public boolean isFigure() {
            return this != NAME && this != LABEL && this != DATA;
        }
    }

    /** The header of columns with the standard error of the figures before them. */
    static final String ERROR = "±";

    /**
     * A column for programs alone.
     *
     * @param key as above
     * @return the column
     */
    public static Column data(String key) {
        return new Column(key, "", Kind.DATA);
    }

    /**
     * A column of numbers.
     *
     * @param key as above
     * @param title as above
     * @return the column
     */
    public static Column count(String key, String title) {
        return new Column(key, title, Kind.COUNT);
    }

    /**
     * A column of bytes.
     *
     * @param key as above
     * @param title as above
     * @return the column
     */
    public static Column bytes(String key, String title) {
        return new Column(key, title, Kind.BYTES);
    }

    /**
     * A column of changes of bytes.
     *
     * @param key as above
     * @param title as above
     * @return the column
     */
    public static Column change(String key, String title) {
        return new Column(key, title, Kind.CHANGE);
    }

    /**
     * A column of changes of numbers.
     *
     * @param key as above
     * @param title as above
     * @return the column
     */
    public static Column countChange(String key, String title) {
        return new Column(key, title, Kind.COUNT_CHANGE);
    }

    /**
     * A column of times.
     *
     * @param key as above
     * @param title as above
     * @return the column
     */
    public static Column age(String key, String title) {
        return new Column(key, title, Kind.AGE);
    }

    /**
     * A column of names that may be long.
     *
     * @param key as above
     * @param title as above
     * @return the column
     */
    public static Column name(String key, String title) {
        return new Column(key, title, Kind.NAME);
    }
}
