package io.nmt.core.internal.tracker;

import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.NotTracked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Which part of this process is tracked, as the code says that puts the hooks in. Thread-safe. */
public final class TrackedPart {
    private static final int MOST = 64;
    private static final TableBound LATER = TableBound.ofHeap("further parts", 1, 1, MOST);

    private static volatile Coverage coverage = Coverage.UNKNOWN;

    private TrackedPart() {}

    /**
     * What reports are to mention.
     *
     * @return as of now
     */
    public static Coverage coverage() {
        Coverage known = coverage;
        List<TableBound> exceeded = TableBound.exceeded();
        if (exceeded.isEmpty()) {
            return known;
        }
        List<NotTracked> all = new ArrayList<>(known.notTracked());
        for (TableBound bound : exceeded) {
            all.add(new NotTracked(
                    bound.table(), bound.refused() + " beyond " + bound.most() + ", the bound for this heap", false));
        }
        return new Coverage(known.fromStart(), known.lateStart(), all);
    }

    /** Says that all is tracked since before the application's main method. */
    public static synchronized void fromStart() {
        coverage = new Coverage(true, coverage.lateStart(), coverage.notTracked());
    }

    /**
     * Says that tracking begins now, late.
     *
     * @param jvmAgeNanos how old the JVM is, or {@link LateStart#UNKNOWN}
     */
    public static synchronized void beginsLate(long jvmAgeNanos) {
        LateStart late = new LateStart(Instant.now(), jvmAgeNanos);
        coverage = new Coverage(coverage.fromStart(), late, coverage.notTracked());
    }

    /**
     * Says of what nothing, or not all, is tracked.
     *
     * @param categories all of them, in place of those before
     */
    public static synchronized void lacks(List<NotTracked> categories) {
        coverage = new Coverage(coverage.fromStart(), coverage.lateStart(), categories);
    }

    /**
     * Says of one thing more that it is not tracked, or not wholly.
     *
     * @param category of which something is missing
     */
    public static synchronized void lacks(NotTracked category) {
        List<NotTracked> known = coverage.notTracked();
        if (!known.contains(category)) {
            if (known.size() >= MOST) {
                LATER.refuse(); // each class loader may have its own reason
                return;
            }
            List<NotTracked> all = new ArrayList<>(known);
            all.add(category);
            lacks(all);
        }
    }
}
