package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.Crash;
import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.cli.postmortem.Remains.Termination;
import io.nmt.jfr.recordings.RecordedShutdown;
import io.nmt.report.document.Amounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/**
 * The end of a process, as far as its remains tell.
 *
 * @param end what became of it
 * @param sure how sure that is
 * @param because what tells so, a sentence
 */
record EndJudgement(End end, Sureness sure, String because) {
    private static final int NEAR_PERCENT = 85;
    private static final int REACHED_PERCENT = 99;

    /** An end of a process. */
    enum End {
        KILLED_FOR_MEMORY("killed by the kernel for its memory"),
        KILLED("killed"),
        NO_NATIVE_MEMORY("ended by its JVM: no native memory left"),
        JAVA_HEAP("ended by its JVM: Java heap full"),
        CRASHED("crashed"),
        BY_ITSELF("ended by itself"),
        BY_SIGNAL("ended by a signal"),
        RUNS("still runs"),
        UNKNOWN("unknown end");

        private final String words;

        End(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** The certainty of the judgement. */
    enum Sureness {
        EXACT("exact"),
        ESTIMATE("estimate"),
        UNKNOWN("unknown");

        private final String words;

        Sureness(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Judges. */
    static EndJudgement of(LeftProcess ended) {
        if (runs(ended.process())) {
            return new EndJudgement(
                    End.RUNS, Sureness.EXACT, "A process with this id and start time runs on this machine.");
        }
        Crash crash = ended.crash();
        if (crash != null) {
            return ofCrash(crash);
        }
        Pressure pressure = ended.lastPressure();
        Termination log = ended.termination();
        Recorded recorded = ended.lastRecorded();
        boolean killed = recorded != null && recorded.cutOff();
        if (recorded != null && recorded.shutdown() != null && !killed) {
            return ofShutdown(recorded.shutdown());
        }
        boolean notEmptied = log != null && !log.lines().isEmpty();
        if (log != null && !notEmptied && !killed) {
            return new EndJudgement(
                    End.BY_ITSELF, Sureness.ESTIMATE, "Its termination log was emptied, as at a clean exit.");
        }
        boolean nearLimit = pressure != null && pressure.isOfCgroup() && pressure.percent() >= NEAR_PERCENT;
        if (nearLimit && (killed || notEmptied)) {
            return new EndJudgement(
                    End.KILLED_FOR_MEMORY,
                    Sureness.ESTIMATE,
                    "At the last report its container was at " + pressure.percent() + " % of its limit. "
                            + (killed
                                    ? "The JVM did not end its recording"
                                    : "The JVM did not empty its termination log")
                            + ", and no crash left an hs_err file here. The kernel's log (dmesg) or exit code 137"
                            + " makes it exact.");
        }
        if (killed) {
            return new EndJudgement(
                    End.KILLED,
                    Sureness.ESTIMATE,
                    (recorded.shutdown() == null ? "" : "It had begun to end: " + reason(recorded.shutdown()) + " ")
                            + "The JVM did not end its recording: SIGKILL, or Runtime.halt. "
                            + (pressure != null
                                    ? "Memory is a possible reason, but no limit of the kernel is known."
                                    : "No sign that memory was the reason."));
        }
        if (nearLimit) {
            return new EndJudgement(
                    End.UNKNOWN,
                    Sureness.UNKNOWN,
                    limit(pressure) + " Exit code 137 or the kernel's log (dmesg) tells if it was killed.");
        }
        return new EndJudgement(End.UNKNOWN, Sureness.UNKNOWN, unknown(pressure));
    }

    private static String limit(Pressure pressure) {
        String used = pressure.usageBytes() < 0 || pressure.limitBytes() <= 0
                ? pressure.percent() + " % of its limit"
                : Amounts.format(pressure.usageBytes()) + " of " + Amounts.format(pressure.limitBytes()) + " ("
                        + pressure.percent() + " %)";
        return pressure.percent() < REACHED_PERCENT
                ? "Near its memory limit: at the last report its container was at " + used + "."
                : "Its memory limit was reached: at the last report its container was at " + used + ".";
    }

    private static String unknown(Pressure pressure) {
        if (pressure == null) {
            return "UNKNOWN end: no file here shows it.";
        }
        return switch (pressure.cause().split(" ")[0].toLowerCase(Locale.ROOT)) {
            case "direct" ->
                "The code got an OutOfMemoryError at the limit of direct buffers. Cause of the end: unknown.";
            case "native", "a" ->
                "The code got an OutOfMemoryError: the system refused native memory." + " Cause of the end: unknown.";
            case "java" -> "A thread ended by an OutOfMemoryError of the Java heap. Cause of the end: unknown.";
            case "thread" -> "The code could not start a thread. Cause of the end: unknown.";
            default -> "Memory reached a threshold. Cause of the end: unknown.";
        };
    }

    private static EndJudgement ofShutdown(RecordedShutdown shutdown) {
        if (!shutdown.isByLastThread() && !shutdown.isByJava()) {
            return new EndJudgement(End.CRASHED, Sureness.ESTIMATE, reason(shutdown));
        }
        return new EndJudgement(
                shutdown.signal().isEmpty() ? End.BY_ITSELF : End.BY_SIGNAL, Sureness.EXACT, reason(shutdown));
    }

    private static String reason(RecordedShutdown shutdown) {
        if (!shutdown.signal().isEmpty()) {
            return "It was sent " + shutdown.signal() + ", as its JVM recorded.";
        }
        if (shutdown.isByLastThread()) {
            return "Its last thread ended, as its JVM recorded.";
        }
        return shutdown.caller().isEmpty() || !shutdown.isByJava()
                ? "Its JVM recorded: " + shutdown.reason() + "."
                : shutdown.caller() + " ended it, as its JVM recorded.";
    }

    private static EndJudgement ofCrash(Crash crash) {
        return switch (crash.kind()) {
            case NO_NATIVE_MEMORY ->
                new EndJudgement(
                        End.NO_NATIVE_MEMORY,
                        Sureness.EXACT,
                        "HotSpot says: " + crash.problem() + ". The system refused it: by a limit such as ulimit -v, by"
                                + " vm.overcommit_memory, or since all memory was in use.");
            case JAVA_HEAP -> new EndJudgement(End.JAVA_HEAP, Sureness.EXACT, "HotSpot says: " + crash.problem() + ".");
            case SENT ->
                new EndJudgement(
                        End.CRASHED,
                        Sureness.EXACT,
                        "HotSpot says: " + crash.problem() + ". Another process has sent that signal.");
            case DEFECT ->
                new EndJudgement(
                        End.CRASHED,
                        Sureness.EXACT,
                        "HotSpot says: " + crash.problem() + (crash.frame().isEmpty() ? "" : ", in " + crash.frame())
                                + ". A defect of native code, of a library or the JVM, not a lack of memory.");
        };
    }

    /** True if the process still runs. An id and start of another machine are hardly found here. */
    private static boolean runs(ProcessIdentity process) {
        if (process.pid() == 0 || process.started() == null) {
            return false;
        }
        Instant started = ProcessHandle.of(process.pid())
                .flatMap(handle -> handle.info().startInstant())
                .orElse(null);
        return started != null
                && !hasEnded(process.pid())
                && process.maybe(new ProcessIdentity(process.pid(), started, "", ""));
    }

    /** Its parent has not asked how it ended, as the first process of many a container never does. */
    private static boolean hasEnded(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state == 'Z' || state == 'X';
        } catch (IOException | RuntimeException e) {
            return false; // not Linux, or it is gone
        }
    }

    /** Such as {@code killed by the kernel for its memory (estimate)}. */
    String words() {
        return sure == Sureness.ESTIMATE ? end.words() + " (" + sure.words() + ")" : end.words();
    }
}
