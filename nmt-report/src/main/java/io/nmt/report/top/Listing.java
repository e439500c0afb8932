package io.nmt.report.top;

import java.util.List;
import java.util.Locale;

/** The lists of the screen. */
public enum Listing {
    /** Categories of memory. */
    CATEGORIES("Categories"),
    /** Call sites; of pools, those that have taken buffers. */
    SITES("Sites"),
    /** Pools of libraries. */
    POOLS("Pools"),
    /** Classes of native handles. */
    HANDLES("Handles"),
    /** Call sites of a category, those that have taken chunks of pools among them. */
    CATEGORY_SITES("Sites"),
    /** Call sites that have taken buffers of a pool. */
    POOL_SITES("Sites"),
    /** Call sites that made the handles of a class. */
    HANDLE_SITES("Sites");

    /** Those that are chosen from; a row of these leads to the others. */
    public static final List<Listing> TABS = List.of(CATEGORIES, SITES, POOLS, HANDLES);

    private final String title;

    Listing(String title) {
        this.title = title;
    }

    /**
     * Its name for people.
     *
     * @return a word
     */
    public String title() {
        return title;
    }

    /**
     * Its name in a request.
     *
     * @return such as {@code category-sites}
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The list of that name.
     *
     * @param word as {@link #word} gives it
     * @return null if there is none
     */
    public static Listing of(String word) {
        for (Listing listing : values()) {
            if (listing.word().equals(word)) {
                return listing;
            }
        }
        return null;
    }

    /**
     * The list below a row.
     *
     * @return the list of it; null of a call site, which has a stack
     */
    public Listing below() {
        return switch (this) {
            case CATEGORIES -> CATEGORY_SITES;
            case POOLS -> POOL_SITES;
            case HANDLES -> HANDLE_SITES;
            default -> null;
        };
    }

    /**
     * True if its rows count handles.
     *
     * @return false if they are bytes
     */
    public boolean isOfHandles() {
        return this == HANDLES || this == HANDLE_SITES;
    }

    /**
     * The field of a row's amount.
     *
     * @return a name in JSON
     */
    public String amountKey() {
        return isOfHandles() ? "open" : "bytes";
    }

    /**
     * The field of the amount's standard error.
     *
     * @return a name in JSON
     */
    public String errorKey() {
        return isOfHandles() ? "error" : "errorBytes";
    }

    /**
     * The field of a row's count.
     *
     * @return a name in JSON
     */
    public String countKey() {
        return switch (this) {
            case POOLS -> "chunks";
            case HANDLES -> "created";
            case HANDLE_SITES -> "lost";
            default -> "count";
        };
    }

    /**
     * The field of a row's {@link Row#extra}.
     *
     * @return a name in JSON
     */
    public String extraKey() {
        return switch (this) {
            case CATEGORIES -> "peakBytes";
            case POOLS -> "inUseBytes";
            case HANDLES -> "lost";
            default -> "oldestAgeNanos";
        };
    }

    /**
     * The field of the growth a minute.
     *
     * @return a name in JSON
     */
    public String growthKey() {
        return isOfHandles() ? "perMinute" : "bytesPerMinute";
    }

    /**
     * The field of the growth's standard error.
     *
     * @return a name in JSON
     */
    public String growthErrorKey() {
        return isOfHandles() ? "errorPerMinute" : "errorBytesPerMinute";
    }
}
