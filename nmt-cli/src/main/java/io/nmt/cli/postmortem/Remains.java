package io.nmt.cli.postmortem;

import io.nmt.jfr.recordings.RecordedShutdown;
import io.nmt.report.document.Table;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Statement;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The facts that one file has on a process. */
sealed interface Remains {
    /** The path of the file. */
    Path file();

    /** The process. */
    ProcessIdentity process();

    /** The last moment that it tells of; null if it tells none. */
    Instant time();

    /**
     * A line of code, over all call stacks that lead to it.
     *
     * @param name its frame, and what it is for
     * @param bytes that it held, an estimate; -1 if not known
     */
    record HeldSite(String name, long bytes) {
        /**
         * Adds up call stacks of one name, which files have one by one.
         *
         * @param stacks any
         * @return the ones with most bytes first, as many
         */
        static List<HeldSite> byLine(List<HeldSite> stacks, int most) {
            Map<String, HeldSite> lines = new LinkedHashMap<>();
            for (HeldSite stack : stacks) {
                lines.merge(stack.name, stack, HeldSite::plus);
            }
            return lines.values().stream()
                    .sorted(Comparator.comparingLong(HeldSite::bytes).reversed())
                    .limit(most)
                    .toList();
        }

        private HeldSite plus(HeldSite other) {
            boolean known = bytes >= 0 && other.bytes >= 0 && bytes <= Long.MAX_VALUE - other.bytes;
            return new HeldSite(name, known ? bytes + other.bytes : -1);
        }
    }

    /**
     * A report of memory pressure.
     *
     * @param cause what had a limit, in the words of the report
     * @param description the same, with more
     * @param usageBytes -1 if not known
     * @param limitBytes -1 if not known
     * @param titlePercent of the limit, by the title of a report without its twin; else 0
     * @param summary the short form, in lines; may be empty
     * @param sites those that held most first
     * @param statements on what grew; none of a report without its twin
     * @param resident statements on resident memory; none of a report without its twin
     * @param jvm parts of the JVM; without rows where it has none
     * @param findings sentences on these, of an older agent
     * @param complete whether where resident memory was is in it
     */
    record Pressure(
            Path file,
            ProcessIdentity process,
            Instant time,
            String cause,
            String description,
            long usageBytes,
            long limitBytes,
            long titlePercent,
            List<String> summary,
            List<HeldSite> sites,
            List<Statement> statements,
            List<Statement> resident,
            Table jvm,
            List<String> findings,
            boolean complete)
            implements Remains {
        boolean isOfCgroup() {
            return Cause.of(cause) != null && Cause.of(cause).isOfCgroup();
        }

        /** True if the kernel had killed another process of the cgroup, while this one lived on. */
        boolean isOfKill() {
            return Cause.of(cause) == Cause.KILL;
        }

        /** True if the user has set the threshold, so that it limits nothing. */
        boolean isOfThreshold() {
            return Cause.of(cause) == Cause.THRESHOLD;
        }

        /** Usage in percent of the limit, by the figures, or by the title of a report without its twin. */
        long percent() {
            return usageBytes >= 0 && limitBytes > 0 ? Math.round(100.0 * usageBytes / limitBytes) : titlePercent;
        }
    }

    /**
     * The JVM's own report that it cannot go on.
     *
     * @param kind what has ended it
     * @param problem in the JVM's words, one line
     * @param frame where; empty if not told
     */
    record Crash(Path file, ProcessIdentity process, Instant time, Kind kind, String problem, String frame)
            implements Remains {
        /** A cause of a JVM's end. */
        enum Kind {
            /** The system gave it no memory. */
            NO_NATIVE_MEMORY,
            /** The Java heap was full, and it was told to end then. */
            JAVA_HEAP,
            /** A signal that another process sent. */
            SENT,
            /** A defect, of a native library or its own. */
            DEFECT
        }
    }

    /**
     * A flight recording, or a part of one.
     *
     * @param begin the first figure of memory; null if there is none
     * @param cutOff whether its JVM has not ended it
     * @param sites those that held most last; may be empty
     * @param sitesTime as of when these are: the start of the last chunk, where its JVM has not ended it; null for none
     * @param statements on what grew
     * @param countedTime as of when those on threads, class loaders and handles are; null if that is not known
     * @param jvm parts of the JVM; without rows where it has none
     * @param shutdown why it began to end; null if that is not recorded
     */
    record Recorded(
            Path file,
            ProcessIdentity process,
            Instant begin,
            Instant time,
            boolean cutOff,
            List<HeldSite> sites,
            Instant sitesTime,
            List<Statement> statements,
            Instant countedTime,
            Table jvm,
            RecordedShutdown shutdown)
            implements Remains {
        /** Returns the same of a JVM that did not end it. */
        Recorded broken() {
            return new Recorded(
                    file, process, begin, time, true, sites, sitesTime, statements, countedTime, jvm, shutdown);
        }
    }

    /**
     * The judgement of all parts of a recording.
     *
     * @param statements on what grew
     * @param countedTime as above
     * @param jvm parts of the JVM; without rows where they have none
     */
    record Together(List<Statement> statements, Instant countedTime, Table jvm) {}

    /**
     * A termination log.
     *
     * @param lines none if it was emptied
     */
    record Termination(Path file, ProcessIdentity process, Instant time, List<String> lines) implements Remains {}

    /** A heap dump. */
    record HeapDump(Path file, ProcessIdentity process, Instant time) implements Remains {}
}
