package io.nmt.agent.pressure;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.report.model.Cause;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.reading.sources.Cgroup;
import io.nmt.report.reading.sources.CgroupReader;
import java.io.File;
import java.io.IOException;

/**
 * Signals of the kernel on a cgroup, beside its usage: threads wait for memory, usage came over {@code memory.high}, a
 * process was killed. They are looked at once a second, and each is reported once a minute at most.
 * Not thread-safe.
 */
final class CgroupSignals implements AutoCloseable {
    private static final long APART_NANOS = 1_000_000_000L;
    private static final long REPORTS_APART_NANOS = 60 * APART_NANOS;
    private static final Cause[] CAUSES = {Cause.KILL, Cause.STALL, Cause.HIGH};

    private final CgroupReader reader;
    private final int stallPercent; // 0 if that is not to be reported
    private final boolean high;
    private final long[] reportedNanos = new long[CAUSES.length];
    private final boolean[] reported = new boolean[CAUSES.length];
    private long kills;
    private long highs;
    private long lookedNanos;
    private boolean looked;

    private CgroupSignals(CgroupReader reader, Thresholds thresholds) {
        this.reader = reader;
        this.stallPercent = thresholds.stallPercent();
        this.high = thresholds.high();
        this.kills = reader.read(CgroupFigure.OOM_KILLS);
        this.highs = reader.read(CgroupFigure.HIGHS);
    }

    /** Looks at the cgroup of this process. Returns null without a limit, unless signals are wanted there, too. */
    static CgroupSignals open(Thresholds thresholds) {
        Cgroup cgroup = Cgroup.of(AddressSpace.OWN, AddressSpace.OWN, "");
        CgroupReader limited = CgroupReader.of(cgroup);
        CgroupReader reader = limited == null && thresholds.hasSignals() ? CgroupReader.ofOwn(cgroup) : limited;
        if (thresholds.stallPercent() > 0 && (reader == null || reader.read(CgroupFigure.PRESSURE) < 0)) {
            PressureEvidence.say("pressure=psi is not watched: the cgroup has no memory.pressure that can be read");
        }
        if (thresholds.high() && (reader == null || reader.read(CgroupFigure.HIGHS) < 0)) {
            PressureEvidence.say("pressure=high is not watched: the cgroup has no memory.events, as in version 1");
        }
        return reader == null ? null : of(reader, thresholds);
    }

    /** The same of known files. */
    static CgroupSignals of(CgroupReader reader, Thresholds thresholds) {
        return new CgroupSignals(reader, thresholds);
    }

    /** The same files as a gauge. */
    Gauge gauge() {
        return new CgroupGauge(reader);
    }

    /** Returns a reason for a report; null if there is none now. */
    Crossing look(long nanoTime) throws IOException {
        if (looked && nanoTime - lookedNanos < APART_NANOS) {
            return null;
        }
        looked = true;
        lookedNanos = nanoTime;
        for (int i = 0; i < CAUSES.length; i++) {
            String told = told(CAUSES[i]);
            if (!told.isEmpty() && (!reported[i] || nanoTime - reportedNanos[i] >= REPORTS_APART_NANOS)) {
                reported[i] = true;
                reportedNanos[i] = nanoTime;
                File directory =
                        CAUSES[i] == Cause.STALL ? reader.directory(CgroupFigure.PRESSURE) : reader.directory();
                return Crossing.of(
                        CAUSES[i],
                        CAUSES[i].label() + " in " + directory + ", " + told,
                        reader.countedBytes(0),
                        reader.limitBytes());
            }
        }
        return null;
    }

    /** Returns what has happened since the last look; nothing if it has not. */
    private String told(Cause cause) {
        if (cause == Cause.STALL) {
            long percent = stallPercent == 0 ? CgroupMemory.UNKNOWN : reader.read(CgroupFigure.PRESSURE);
            return percent >= stallPercent && percent >= 0
                    ? "threads waited for memory in " + percent + " % of the last 10 s; reported from " + stallPercent
                            + " % on"
                    : "";
        }
        if (cause == Cause.HIGH && !high) {
            return "";
        }
        long before = cause == Cause.HIGH ? highs : kills;
        long now = reader.read(cause == Cause.HIGH ? CgroupFigure.HIGHS : CgroupFigure.OOM_KILLS);
        if (now < 0 || before < 0 || now <= before) {
            return "";
        }
        if (cause == Cause.HIGH) {
            highs = now;
            return "crossed " + (now - before) + " times";
        }
        kills = now;
        return now - before == 1 ? "1 process was killed" : (now - before) + " processes were killed";
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
