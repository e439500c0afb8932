package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.Crash;
import io.nmt.cli.postmortem.Remains.HeapDump;
import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.cli.postmortem.Remains.Termination;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.JvmParts;
import io.nmt.report.document.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The story of a process's end, made of all that is left of it. Immutable. */
public final class Postmortem {
    private static final int SITES = 3;

    private final LeftProcess ended;
    private final EndJudgement judgement;

    private Postmortem(LeftProcess ended) {
        this.ended = ended;
        this.judgement = EndJudgement.of(ended);
    }

    /**
     * An event.
     *
     * @param time when
     * @param text what, in a few words
     */
    record Event(Instant time, String text) {}

    /**
     * Puts together what was found.
     *
     * @param finds all of it
     * @return a story for each process, the one with the last sign of life first
     */
    public static List<Postmortem> of(LeftFiles finds) {
        return of(finds.remains());
    }

    static List<Postmortem> of(List<Remains> remains) {
        return LeftProcess.of(remains).stream().map(Postmortem::new).toList();
    }

    EndJudgement judgement() {
        return judgement;
    }

    ProcessIdentity process() {
        return ended.process();
    }

    /**
     * The id of the process.
     *
     * @return 0 if that is not known
     */
    public long pid() {
        return ended.process().pid();
    }

    Instant lastSign() {
        return ended.lastSign();
    }

    List<String> files() {
        return ended.remains().stream()
                .map(one -> one.file().toString())
                .sorted()
                .toList();
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        if (ended.process().started() != null) {
            events.add(new Event(ended.process().started(), "the process started"));
        }
        for (Pressure pressure : ended.pressures()) {
            events.add(new Event(pressure.time(), words(pressure)));
        }
        Recorded recorded = ended.lastRecorded();
        if (recorded != null) {
            events.add(new Event(
                    recorded.time(),
                    recorded.cutOff()
                            ? "last event of a recording, which breaks off: "
                                    + recorded.file().getFileName()
                            : "last event of " + recorded.file().getFileName()));
        }
        for (HeapDump dump : ended.of(HeapDump.class)) {
            events.add(new Event(dump.time(), "a heap dump: " + dump.file().getFileName()));
        }
        Crash crash = ended.crash();
        if (crash != null) {
            events.add(new Event(crash.time(), "the JVM ended: " + crash.problem()));
        }
        events.removeIf(event -> event.time == null);
        events.sort(Comparator.comparing(Event::time));
        return events;
    }

    private static String words(Pressure pressure) {
        if (pressure.usageBytes() < 0) {
            return pressure.description().isEmpty() ? pressure.cause() : pressure.description();
        }
        String usage = (pressure.isOfKill()
                        ? "the kernel killed another process of the container for its memory, at "
                        : pressure.cause() + ": ")
                + Amounts.format(pressure.usageBytes());
        if (pressure.isOfThreshold() && pressure.limitBytes() >= 0) {
            // Of several the highest; memory is no part of it.
            return usage + " resident, highest threshold " + Amounts.format(pressure.limitBytes());
        }
        return usage
                + (pressure.limitBytes() < 0
                        ? ""
                        : " of " + Amounts.format(pressure.limitBytes()) + " (" + pressure.percent() + " %)");
    }

    /** The cause of the full limit, its start and the advice, in the words of the agent; none if it has left none. */
    List<String> summary() {
        Pressure last = ended.lastPressure();
        if (last != null && !last.summary().isEmpty()) {
            return last.summary();
        }
        Termination log = ended.termination();
        return log == null ? List.of() : log.lines();
    }

    /** The code that held most, at the last time with sites. */
    List<HeldSite> sites() {
        List<HeldSite> sites = sitesOfRecording()
                ? ended.lastRecorded().sites()
                : ended.lastPressure() == null
                        ? List.of()
                        : ended.lastPressure().sites();
        return sites.stream().limit(SITES).toList();
    }

    /** The time of these; null if it is not known. */
    Instant sitesTime() {
        Instant time = sitesOfRecording()
                ? ended.lastRecorded().sitesTime()
                : ended.lastPressure() == null ? null : ended.lastPressure().time();
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    private boolean sitesOfRecording() {
        Pressure pressure = ended.lastPressure();
        Recorded recorded = ended.lastRecorded();
        if (recorded == null || recorded.sites().isEmpty()) {
            return false;
        }
        return pressure == null
                || pressure.sites().isEmpty()
                || (pressure.time() != null
                        && recorded.sitesTime() != null
                        && recorded.sitesTime().isAfter(pressure.time()));
    }

    /** The statements on limits, growth and resident memory. */
    LastStatements told() {
        return new LastStatements(ended);
    }

    /** Parts of the JVM by the last report or recording that has them; without rows where none has. */
    Table jvm() {
        return jvmOfRecording()
                ? ended.recordedJvm()
                : ended.lastPressure() == null
                        ? JvmParts.empty()
                        : ended.lastPressure().jvm();
    }

    private boolean jvmOfRecording() {
        Pressure pressure = ended.lastPressure();
        Recorded recorded = ended.lastRecorded();
        if (recorded == null || ended.recordedJvm().rows().isEmpty()) {
            return false;
        }
        return pressure == null
                || pressure.jvm().rows().isEmpty()
                || (pressure.time() != null && recorded.time().isAfter(pressure.time()));
    }

    /** True if the last report was written to its end. */
    boolean isReportComplete() {
        Pressure last = ended.lastPressure();
        return last == null || last.complete();
    }
}
