package io.nmt.agent.pressure;

import io.nmt.core.internal.threads.DetachedThread;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Looks again and again how much memory is in use, seldom while that is far from the threshold. */
final class Watch {
    private static final String STATUS = "/proc/self/status";
    private static final long SELDOM_MILLIS = 1000;
    private static final long OFTEN_MILLIS = 100;
    private static final int FAR_PERCENT = 70;
    private static final int MOST_FAILURES = 60;

    private final Thresholds thresholds;
    private final Gauge gauge;
    private final Evidence evidence;
    private final Trigger trigger = new Trigger();
    private int reported; // of the thresholds

    private Watch(Thresholds thresholds, Gauge gauge, Evidence evidence) {
        this.thresholds = thresholds;
        this.gauge = gauge;
        this.evidence = evidence;
    }

    /** Watches until the process ends; returns at once if there is no limit. */
    static void run(Thresholds thresholds, Evidence evidence) throws IOException {
        try (Gauge gauge = open(thresholds)) {
            if (gauge != null) {
                Watch watch = new Watch(thresholds, gauge, evidence);
                int failures = 0;
                while (failures < MOST_FAILURES) {
                    try {
                        DetachedThread.pause(watch.look());
                        failures = 0;
                    } catch (OutOfMemoryError | IOException e) {
                        // No heap just now, or a file that cannot be read: not for ever, mostly.
                        failures++;
                        DetachedThread.pause(SELDOM_MILLIS);
                    }
                }
                Evidence.say("memory pressure is not watched any more: it cannot be read");
            }
        }
    }

    private static Gauge open(Thresholds thresholds) throws IOException {
        return thresholds.areParts()
                ? new CgroupFinder("").find()
                : new ResidentGauge(new File(STATUS), thresholds.highest().bytes());
    }

    /** Returns after how many milliseconds to look again. */
    private long look() throws IOException {
        long limit = gauge.limitBytes();
        long far = thresholds.get(0).of(limit) / 100 * FAR_PERCENT;
        long usage = gauge.usageBytes(far);
        long now = System.nanoTime();
        int crossed = thresholds.crossed(usage, limit);
        boolean atNewMaximum = crossed == thresholds.count()
                && trigger.isDue(usage, thresholds.highest().of(limit), limit, now);
        if (crossed > reported || atNewMaximum) {
            boolean isLimit = !thresholds.areParts() && thresholds.count() == 1;
            String from = crossed == 0 || isLimit ? "" : ", reported from " + thresholds.get(crossed - 1) + " on";
            Crossing crossing = Crossing.of(gauge.cause(), gauge.description().concat(from), usage, limit);
            if (evidence.write(crossing, crossed > reported, new CountDownLatch(1))) {
                trigger.reported(usage, now);
                reported = Math.max(reported, crossed);
            }
        }
        return usage < far ? SELDOM_MILLIS : OFTEN_MILLIS;
    }
}
