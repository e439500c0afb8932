package io.nmt.agent.pressure;

import io.nmt.core.threads.DetachedThread;
import io.nmt.report.reading.sources.ProcessStatus;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Looks again and again how much memory is in use: see {@link Pace}. What a report takes is prepared when the threshold
 * is near, in bytes or in time, so that its first lines are written within a moment.
 *
 * <p>The kernel could wake the thread up, but not one of Java: of a pressure trigger (PSI) or an event of cgroup v1 a
 * program would have to wait in {@code poll} or {@code eventfd}. So these, too, are looked at: {@link CgroupSignals}.
 */
final class PressureWatch {
    private static final long AFTER_FAILURE_MILLIS = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int FAR_PERCENT = 70;
    private static final int MOST_FAILURES = 60;

    private final Thresholds thresholds;
    private final Gauge gauge;
    private final CgroupSignals signals; // null if there are none
    private final Supplier<PressureEvidence> evidence;
    private final Trigger trigger = new Trigger();
    private final Pace pace = new Pace();
    private int reported; // of the thresholds
    private boolean prepared;

    PressureWatch(Thresholds thresholds, Gauge gauge, CgroupSignals signals, Supplier<PressureEvidence> evidence) {
        this.thresholds = thresholds;
        this.gauge = gauge;
        this.signals = signals;
        this.evidence = evidence;
    }

    /** Watches until the process ends; returns at once if there is no limit. */
    static void run(Thresholds thresholds, Supplier<PressureEvidence> evidence) throws IOException {
        try (CgroupSignals signals = CgroupSignals.open(thresholds);
                Gauge gauge = open(thresholds, signals)) {
            if (gauge != null) {
                PressureWatch watch = new PressureWatch(thresholds, gauge, signals, evidence);
                int failures = 0;
                while (failures < MOST_FAILURES) {
                    try {
                        long nanos = watch.look();
                        DetachedThread.pause(Math.max(1, nanos / NANOS_PER_MILLI));
                        failures = 0;
                    } catch (OutOfMemoryError | IOException e) {
                        // No heap just now, or a file that cannot be read: not for ever, mostly.
                        failures++;
                        DetachedThread.pause(AFTER_FAILURE_MILLIS);
                    }
                }
                PressureEvidence.say("memory pressure is not watched any more: it cannot be read");
            }
        }
    }

    private static Gauge open(Thresholds thresholds, CgroupSignals signals) throws IOException {
        if (!thresholds.areParts()) {
            return new ResidentGauge(new ProcessStatus(), thresholds.highest().bytes());
        }
        return signals == null ? null : signals.gauge();
    }

    /** Returns after how many nanoseconds to look again. */
    long look() throws IOException {
        long now = System.nanoTime();
        long limit = gauge.limitBytes();
        long usage = gauge.usageBytes(thresholds.get(0).of(limit) / 100 * FAR_PERCENT);
        long lookNanos = System.nanoTime() - now;
        Crossing signal = signals == null ? null : signals.look(now);
        if (signal != null) {
            evidence.get().write(signal, true, new CountDownLatch(1));
        }
        int crossed = thresholds.crossed(usage, limit);
        boolean atNewMaximum = crossed == thresholds.count()
                && trigger.isDue(usage, thresholds.highest().of(limit), limit, now);
        if (crossed > reported || atNewMaximum) {
            evidence.get().write(crossing(crossed, usage, limit), crossed > reported, new CountDownLatch(1));
            trigger.reported(usage, now);
            reported = Math.max(reported, crossed);
        }
        long next = reported < thresholds.count() ? thresholds.get(reported).of(limit) : trigger.nextMaximum(limit);
        long wait = pace.next(usage, next, now, lookNanos);
        // The first report has brought in all that the next ones take.
        if (prepared || reported > 0 || !pace.isSoon()) {
            return wait;
        }
        prepared = true;
        evidence.get().prepare(crossing(reported + 1, usage, limit));
        return 0;
    }

    private Crossing crossing(int crossed, long usage, long limit) {
        Threshold threshold = thresholds.get(crossed - 1);
        boolean isLimit = !thresholds.areParts() && thresholds.count() == 1;
        String from = isLimit ? "" : ", reported from " + threshold + " on";
        return Crossing.of(gauge.cause(), gauge.description().concat(from), usage, limit, threshold.of(limit));
    }
}
