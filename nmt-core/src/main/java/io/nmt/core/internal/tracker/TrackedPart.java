package io.nmt.core.internal.tracker;

import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.NotTracked;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The coverage of this process's tracking, as the code that installs the hooks states it. Thread-safe. */
@SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
public final class TrackedPart {
    private static final int MOST_REASONS = 64;
    private static final TableBound LATER = TableBound.ofHeap("older parts", 1, 1, MOST_REASONS);

    private static volatile Coverage coverage = Coverage.UNKNOWN;
    private static volatile Runnable completion; // null if all is known

    private TrackedPart() {}

    /**
     * Has the rest found out when the coverage is asked for: at start that would take milliseconds.
     *
     * @param task runs before each reading, on the thread that reads, until it gives null here; null for none
     */
    public static void completeBy(Runnable task) {
        completion = task;
    }

    /** Finds out the rest, if there is any. Throws nothing: where the heap is full, the next reading does it. */
    public static void complete() {
        Runnable task = completion;
        if (task != null) {
            try {
                AccessController.doPrivileged(new PrivilegedAction<Void>() {
                    @Override
                    public Void run() {
                        task.run();
                        return null;
                    }
                });
            } catch (RuntimeException | LinkageError | VirtualMachineError e) {
                return;
            }
        }
    }

    /**
     * The coverage that reports mention.
     *
     * @return as of now
     */
    public static Coverage coverage() {
        complete();
        Coverage known = coverage;
        List<TableBound> exceeded = TableBound.exceeded();
        if (exceeded.isEmpty()) {
            return known;
        }
        List<NotTracked> all = new ArrayList<>(known.notTracked());
        for (TableBound bound : exceeded) {
            all.add(NotTracked.ofFullList(bound.table(), bound.refused(), bound.most()));
        }
        return new Coverage(known.fromStart(), known.lateStart(), all);
    }

    /**
     * Tells whether tracking began late, so that objects of the application may be older.
     *
     * @return false if that is not known
     */
    public static boolean isLate() {
        return coverage.lateStart() != null;
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
        coverage = new Coverage(coverage.fromStart(), coverage.lateStart(), bounded(categories));
    }

    /** Each class loader may have its own reason. Lost hooks stay, since they make figures unknown. */
    private static List<NotTracked> bounded(List<NotTracked> categories) {
        if (categories.size() <= MOST_REASONS) {
            return categories;
        }
        List<NotTracked> kept = new ArrayList<>(categories);
        for (int i = 0; i < kept.size() && kept.size() > MOST_REASONS; ) {
            if (kept.get(i).lostHooks()) {
                i++;
            } else {
                kept.remove(i);
                LATER.refuse();
            }
        }
        return kept;
    }

    /**
     * Says of one thing that it is not fully tracked, in place of what was said of it before.
     *
     * @param before as it was said before; null if it was not
     * @param now of which something is missing
     */
    public static synchronized void lacks(NotTracked before, NotTracked now) {
        List<NotTracked> all = new ArrayList<>(coverage.notTracked());
        all.remove(before);
        all.add(now);
        lacks(all);
    }

    /**
     * Says of one thing more that it is not fully tracked.
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

    /**
     * Says that hooks were missing for a time, in place of what was said of them before.
     *
     * @param categories whose blocks pass these hooks
     * @param when since when, or from when to when
     * @param cause what had removed them; the same each time
     */
    public static synchronized void lost(List<String> categories, String when, String cause) {
        List<NotTracked> all = new ArrayList<>();
        for (NotTracked one : coverage.notTracked()) {
            if (!one.lostHooks() || !one.why().endsWith(cause)) {
                all.add(one);
            }
        }
        for (String category : categories) {
            all.add(NotTracked.ofLostHooks(category, when.concat(": ").concat(cause)));
        }
        lacks(all);
    }
}
