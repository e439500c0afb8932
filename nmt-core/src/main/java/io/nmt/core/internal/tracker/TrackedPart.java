package io.nmt.core.internal.tracker;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.NotTracked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Which part of this process is tracked, as the code says that puts the hooks in. Thread-safe. */
public final class TrackedPart {
    private static volatile Coverage coverage = Coverage.UNKNOWN;

    private TrackedPart() {}

    /**
     * What reports are to mention.
     *
     * @return as of now
     */
    public static Coverage coverage() {
        return coverage;
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
        if (!coverage.notTracked().contains(category)) {
            List<NotTracked> all = new ArrayList<>(coverage.notTracked());
            all.add(category);
            lacks(all);
        }
    }

    /**
     * Says of a thing that is not tracked that another reason holds now.
     *
     * @param before as it was said
     * @param now in its place
     */
    public static synchronized void replace(NotTracked before, NotTracked now) {
        List<NotTracked> all = new ArrayList<>(coverage.notTracked());
        if (all.remove(before)) {
            all.add(now);
            lacks(all);
        }
    }
}
