package io.nmt.core.internal.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The most entries that a table may have, and how many were refused. Thread-safe: no method takes a lock.
 *
 * <p>Threads that enter at once may exceed the bound by one entry each.
 */
public final class TableBound {
    private static final AtomicReference<Known> KNOWN = new AtomicReference<>();

    private final String table;
    private final long most;
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    private TableBound(String table, long most) {
        this.table = table;
        this.most = most;
    }

    private record Known(TableBound bound, Known next) {}

    /**
     * Makes the bound of a table.
     *
     * @param most entries, at least 0
     * @return a bound that no report shows
     */
    public static TableBound of(long most) {
        return new TableBound("", most);
    }

    /**
     * Makes the bound of a table of this process: a share of the heap's limit. Reports show what it refuses.
     *
     * @param table the plural noun that names its entries in reports
     * @param share the part of the heap's limit, as its denominator
     * @param bytesPerEntry of Java heap
     * @param most entries, whatever the heap
     * @return the bound
     */
    public static TableBound ofHeap(String table, int share, int bytesPerEntry, long most) {
        long room = Runtime.getRuntime().maxMemory() / share / bytesPerEntry;
        TableBound bound = new TableBound(table, Math.max(1, Math.min(most, room)));
        Known known;
        do {
            known = KNOWN.get();
        } while (!KNOWN.compareAndSet(known, new Known(bound, known)));
        return bound;
    }

    /**
     * Lists the tables of this process that have refused entries.
     *
     * @return their bounds; mostly none
     */
    public static List<TableBound> exceeded() {
        List<TableBound> exceeded = new ArrayList<>();
        for (Known known = KNOWN.get(); known != null; known = known.next) {
            if (known.bound.refused() > 0) {
                exceeded.add(known.bound);
            }
        }
        return exceeded;
    }

    /**
     * Names the table's entries.
     *
     * @return a plural noun, for reports
     */
    public String table() {
        return table;
    }

    /**
     * Gives the bound.
     *
     * @return entries
     */
    public long most() {
        return most;
    }

    /**
     * Counts the entries.
     *
     * @return entries that are in the table now
     */
    public long entries() {
        return entries.get();
    }

    /**
     * Counts the refusals.
     *
     * @return entries that were refused so far
     */
    public long refused() {
        return refused.get();
    }

    /**
     * Tells whether one entry more has room.
     *
     * @return false at the bound
     */
    public boolean isLeft() {
        return entries.get() < most;
    }

    /**
     * Counts entries that came or went.
     *
     * @param more negative for those that went
     */
    public void add(long more) {
        if (more != 0) {
            entries.addAndGet(more);
        }
    }

    /** Counts an entry that found no room. */
    public void refuse() {
        refused.incrementAndGet();
    }
}
