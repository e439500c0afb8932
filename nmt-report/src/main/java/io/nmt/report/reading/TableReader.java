package io.nmt.report.reading;

import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.JvmTables;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads the JVM's tables of interned strings and of symbols. The JVM stops the application meanwhile: 0.5 ms for a
 * program of usual size, 1 ms for 100,000 strings, 50 ms for a million. So the history asks once a minute and in a
 * 3,000th of the time at the most; where they grow, at each point and in a 1,000th. A command waits until a hundred
 * times as long has passed as the last answer took. Thread-safe.
 */
public final class TableReader {
    static final long QUIET_NANOS = 60_000_000_000L;
    static final long FIRST_NANOS = 20_000_000_000L; // what ends earlier is not asked
    static final int TIMES_AS_LONG_QUIET = 3_000;
    static final int TIMES_AS_LONG_GROWING = 1_000;
    static final int TIMES_AS_LONG_OF_COMMAND = 100;

    /** Tables that grow faster are asked at each point. */
    static final long GROWING_BYTES_PER_MINUTE = 1 << 20;

    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long QUESTION_NANOS = 500_000;
    private static final long NANOS_PER_ENTRY = 50; // of a million; of fewer less

    private static final TableReader OF_JVM = new TableReader(
            () -> JvmTables.entries(DiagnosticCommands.run("vmStringtable")),
            () -> JvmTables.entries(DiagnosticCommands.run("vmSymboltable")),
            System::nanoTime);

    private final Supplier<Entries> strings;
    private final Supplier<Entries> symbols;
    private final LongSupplier clock;
    private final long madeNanos;

    // Guarded by this.
    private Tables last; // null if they were not read
    private Tables unseen; // by the history
    private long endNanos;
    private long tookNanos;
    private boolean grows = true;

    /**
     * The tables at one time.
     *
     * @param strings interned strings; null if the JVM does not tell, as while it makes the table larger
     * @param symbols names in class files; null likewise
     */
    public record Tables(Entries strings, Entries symbols) {
        private Tables orElse(Tables before) {
            return before == null
                    ? this
                    : new Tables(
                            strings == null ? before.strings : strings, symbols == null ? before.symbols : symbols);
        }

        private long count() {
            return (strings == null ? 0 : strings.count()) + (symbols == null ? 0 : symbols.count());
        }

        private long bytes() {
            return (strings == null ? 0 : strings.bytes()) + (symbols == null ? 0 : symbols.bytes());
        }
    }

    /** Takes both tables, null where they are not told, and a clock in nanoseconds. */
    TableReader(Supplier<Entries> strings, Supplier<Entries> symbols, LongSupplier clock) {
        this.strings = strings;
        this.symbols = symbols;
        this.clock = clock;
        this.madeNanos = clock.getAsLong();
    }

    /**
     * Those of this JVM.
     *
     * @return always the same
     */
    public static TableReader ofJvm() {
        return OF_JVM;
    }

    /**
     * Reads them for a command.
     *
     * @return as of now, or as of the last time, if that was just now; what the JVM does not tell is as before
     */
    public synchronized Tables last() {
        if (last == null || clock.getAsLong() - endNanos > TIMES_AS_LONG_OF_COMMAND * tookNanos) {
            unseen = read();
        }
        return last;
    }

    /**
     * The number of interned strings, as they were last counted: nothing is asked.
     *
     * @return 0 if they were not
     */
    public synchronized long lastStrings() {
        return last == null || last.strings == null ? 0 : last.strings.count();
    }

    /** On a busy machine an answer takes longer. */
    private static long usualNanos(Tables tables) {
        return QUESTION_NANOS + NANOS_PER_ENTRY * tables.count();
    }

    /**
     * Takes what was read for a command since the last call.
     *
     * @return null if there is nothing new
     */
    public synchronized Tables takeNew() {
        Tables taken = unseen;
        unseen = null;
        return taken;
    }

    /**
     * Tells whether the history may ask.
     *
     * @return true once a minute, and more often where they grow
     */
    public synchronized boolean isDue() {
        long now = clock.getAsLong();
        return last == null
                ? now - madeNanos >= FIRST_NANOS
                : now - endNanos
                        >= (grows
                                ? TIMES_AS_LONG_GROWING * tookNanos
                                : Math.max(QUIET_NANOS, TIMES_AS_LONG_QUIET * tookNanos));
    }

    /**
     * Reads them for the history.
     *
     * @return as of now, with nulls for what the JVM does not tell
     */
    public synchronized Tables read() {
        long start = clock.getAsLong();
        Tables now = new Tables(strings.get(), symbols.get());
        Tables known = now.orElse(last);
        boolean isFirst = last == null;
        long end = clock.getAsLong();
        if (!isFirst) {
            double minutes = Math.max(1, end - endNanos) / NANOS_PER_MINUTE;
            grows = (known.bytes() - last.bytes()) / minutes >= GROWING_BYTES_PER_MINUTE;
        }
        last = known;
        endNanos = end;
        // The first answer loads classes.
        tookNanos = isFirst ? 0 : Math.min(end - start, usualNanos(known));
        return now;
    }
}
