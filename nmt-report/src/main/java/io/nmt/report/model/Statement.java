package io.nmt.report.model;

import io.nmt.core.model.LoaderKeeper;
import java.util.ArrayList;
import java.util.List;

/**
 * One judgement: what is so, of whom, how much, since when, and what to do next. All surfaces show the same ones, and
 * none of them is a sentence before it is shown. Immutable.
 *
 * @param kind of it
 * @param subject whom it is about
 * @param amount bytes that the subject holds now, handles that are open, threads or class loaders that live; {@link
 *     #UNKNOWN} if that is not known
 * @param error one standard error of {@code amount}; 0 if it is exact
 * @param perMinute by how much that grows in a minute; 0 if it does not
 * @param perMinuteError one standard error of {@code perMinute}, as far as it is known
 * @param sinceMillis when the growth began, about, in milliseconds since 1970; {@link #UNKNOWN} if that is not known
 * @param evidence what it rests on
 * @param next the command that tells more; {@link Next#NONE} if none does, or the process cannot be asked any more
 */
public record Statement(
        Kind kind,
        Subject subject,
        long amount,
        long error,
        long perMinute,
        long perMinuteError,
        long sinceMillis,
        List<Evidence> evidence,
        Next next) {
    /** A figure that is not known. */
    public static final long UNKNOWN = -1;

    /** Growth that began so soon after a late start of tracking may have begun before that, in milliseconds. */
    public static final long SAME_START_MILLIS = 15_000;

    /** As it was found: copied. */
    public Statement {
        evidence = List.copyOf(evidence);
    }

    /** The kinds of judgements, the most urgent first. */
    public enum Kind {
        /** Near a limit. */
        LIMIT(Urgency.URGENT),
        /** Grows, and no collection frees it. */
        LEAK(Urgency.WARNING),
        /** Grows, and may be garbage, or a cache that fills. */
        GROWING(Urgency.UNKNOWN),
        /** Cannot be told yet. */
        UNKNOWN(Urgency.UNKNOWN),
        /** Large and steady. */
        HELD(Urgency.NOTE),
        /** Freed, and kept by an allocator. */
        RETAINED(Urgency.NOTE),
        /** The kernel drops it when memory is short. */
        RECLAIMABLE(Urgency.NOTE),
        /** As it should be. */
        NORMAL(Urgency.GOOD);

        private final Urgency urgency;

        Kind(Urgency urgency) {
            this.urgency = urgency;
        }
    }

    /** The kinds of subjects. */
    public enum SubjectType {
        /** A line of code that allocates. */
        SITE,
        /** A category of tracked memory. */
        CATEGORY,
        /** A class of native handles: amounts are handles, not bytes. */
        HANDLE,
        /** Threads that a line of code started, by the pattern of their names: amounts are threads, not bytes. */
        THREAD,
        /** Class loaders of one class that a line of code made: amounts are loaders, not bytes. */
        LOADER,
        /** A figure of the process, such as RSS. */
        FIGURE,
        /** A line of resident memory, in memory. */
        COMPONENT,
        /** Mapped files, of which some are in lines of resident memory. */
        FILE,
        /** The memory of the container, or a part of it beside the process. */
        CGROUP,
        /** Something that is counted: amounts are no bytes. */
        COUNT,
        /** The process as a whole. */
        PROCESS
    }

    /**
     * Whom a judgement is about.
     *
     * @param type of it
     * @param name a call site, a category, a class of handles, a figure
     * @param category of a call site's blocks; the call site of handles, threads or loaders; else empty
     * @param id of the call site or the category; 0 if it has none
     * @param by the library's call that the call site led to; else empty
     */
    public record Subject(SubjectType type, String name, String category, int id, String by) {
        /**
         * A subject without a library's call.
         *
         * @param type as above
         * @param name as above
         * @param category as above
         * @param id as above
         */
        public Subject(SubjectType type, String name, String category, int id) {
            this(type, name, category, id, "");
        }
    }

    /**
     * A figure that a judgement rests on.
     *
     * @param basis the kind of the figure, which says its unit
     * @param value of it
     * @param name whose figure it is; empty if that is clear
     */
    public record Evidence(Basis basis, long value, String name) {
        /**
         * A figure without a name.
         *
         * @param basis the kind of the figure
         * @param value of it
         */
        public Evidence(Basis basis, long value) {
            this(basis, value, "");
        }

        /**
         * The figure on a keeper of class loaders.
         *
         * @param keeper of them
         * @return the loaders that it keeps, with its name
         */
        public static Evidence of(LoaderKeeper keeper) {
            Basis basis = switch (keeper.how()) {
                case CONTEXT -> Basis.KEPT_AS_CONTEXT;
                case TASK -> Basis.KEPT_BY_TASK;
                case THREAD_LOCAL -> Basis.KEPT_BY_THREAD_LOCAL;
                case DRIVER -> Basis.KEPT_BY_DRIVER;
                case SHUTDOWN_HOOK -> Basis.KEPT_BY_SHUTDOWN_HOOK;
                case LOG_HANDLER -> Basis.KEPT_BY_LOG_HANDLER;
                case PROVIDER -> Basis.KEPT_BY_PROVIDER;
                case BEAN -> Basis.KEPT_BY_BEAN;
                case STATIC_FIELD -> Basis.KEPT_BY_STATIC_FIELD;
            };
            return new Evidence(basis, keeper.loaders(), keeper.threads());
        }
    }

    /** The commands that tell more. */
    public enum Next {
        /** None. */
        NONE(""),
        /** Runs a full collection and counts what it frees. */
        UNREACHABLE("unreachable"),
        /** Shows resident memory. */
        RSS("rss"),
        /** Shows lines of code that grow. */
        LEAKS("leaks"),
        /** Shows native handles. */
        HANDLES("handles"),
        /** Shows lines of code by the bytes they hold. */
        SITES("sites"),
        /** Lists mapped files, pools and streams. */
        SUMMARY("summary"),
        /** Watches malloc by library and Java code. */
        NATIVE("native"),
        /** Proposes limits. */
        ADVISE("rss --advise"),
        /** Has malloc give back what it keeps. */
        TRIM("rss --trim"),
        /** Shows what is in file systems in memory. */
        TMPFS("df -t tmpfs"),
        /** Lists processes by their memory. */
        PROCESSES("ps -eo pid,rss,args --sort -rss"),
        /** Counts objects of the Java heap by class. */
        HISTOGRAM("jcmd GC.class_histogram"),
        /** Shows threads by the line of code that started them. */
        THREAD_STARTS("threads"),
        /** Shows class loaders by the line of code that made them. */
        CLASS_LOADERS("loaders"),
        /** Shows compiled code, strings and symbols of the JVM. */
        JVM_PARTS("jvm"),
        /** Shows the JVM's own memory by purpose. */
        JVM_MEMORY("jcmd VM.native_memory");

        private static final String JCMD = "jcmd ";

        private final String command;

        Next(String command) {
            this.command = command;
        }

        /**
         * The word to type.
         *
         * @return the command's name; empty for {@link #NONE}
         */
        public String command() {
            return command;
        }

        /**
         * The line to type, with {@code PID} for the process's number.
         *
         * @return for example {@code nmt rss PID}; empty for {@link #NONE}
         */
        public String line() {
            if (this == NONE) {
                return "";
            }
            if (this == TMPFS || this == PROCESSES) {
                return command;
            }
            return command.startsWith(JCMD)
                    ? "jcmd PID " + command.substring(JCMD.length())
                    : "nmt " + command + " PID";
        }
    }

    /**
     * The value of one kind of evidence.
     *
     * @param basis the kind
     * @return its value, or {@link #UNKNOWN} if there is none
     */
    public long evidence(Basis basis) {
        for (Evidence each : evidence) {
            if (each.basis == basis) {
                return each.value;
            }
        }
        return UNKNOWN;
    }

    /**
     * The same with another next step.
     *
     * @param other in place of {@link #next}
     * @return another statement
     */
    public Statement withNext(Next other) {
        return new Statement(kind, subject, amount, error, perMinute, perMinuteError, sinceMillis, evidence, other);
    }

    /**
     * The same with one more figure, and another next step.
     *
     * @param more what it rests on, too
     * @param other in place of {@link #next}
     * @return another statement
     */
    public Statement withEvidence(Evidence more, Next other) {
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(more);
        return new Statement(kind, subject, amount, error, perMinute, perMinuteError, sinceMillis, all, other);
    }

    /**
     * The same with another start.
     *
     * @param millis in place of {@link #sinceMillis}
     * @return another statement
     */
    public Statement withSince(long millis) {
        return new Statement(kind, subject, amount, error, perMinute, perMinuteError, millis, evidence, next);
    }

    /**
     * The time when tracking began, if that was late, and the growth may have begun before.
     *
     * @return milliseconds since 1970, or {@link #UNKNOWN} if its start is known
     */
    public long maybeBeforeMillis() {
        long tracked = evidence(Basis.TRACKED_SINCE_MILLIS);
        boolean hasStart = grows() || evidence(Basis.GREW_UNTIL_MILLIS) != UNKNOWN;
        return tracked != UNKNOWN && hasStart && sinceMillis - tracked <= SAME_START_MILLIS ? tracked : UNKNOWN;
    }

    /**
     * The same without one kind of figures.
     *
     * @param basis the kind
     * @return another statement
     */
    public Statement without(Basis basis) {
        List<Evidence> others =
                evidence.stream().filter(each -> each.basis() != basis).toList();
        return new Statement(kind, subject, amount, error, perMinute, perMinuteError, sinceMillis, others, next);
    }

    /**
     * The urgency of the statement. Growth of RSS that other statements explain is none of its own; unexplained growth
     * is. Growth of RSS that other judgements explain is none of its own; what nothing explains is.
     *
     * @return the place that pages give it
     */
    public Urgency urgency() {
        return switch (subject.type) {
            case FIGURE -> grows() && kind != Kind.UNKNOWN ? Urgency.NOTE : grows() ? Urgency.WARNING : kind.urgency;
            case COMPONENT, COUNT, CGROUP ->
                kind == Kind.GROWING ? Urgency.WARNING : kind == Kind.UNKNOWN ? Urgency.NOTE : kind.urgency;
            default -> kind.urgency;
        };
    }

    /**
     * Tells whether the subject is a part of resident memory or of the container's, files, or a count.
     *
     * @return false of growth of lines of code, categories, handles and RSS
     */
    public boolean isOfResident() {
        return switch (subject.type) {
            case COMPONENT, FILE, COUNT, CGROUP -> true;
            default -> false;
        };
    }

    /**
     * True if the subject grows.
     *
     * @return true of leaks, and of what may be garbage
     */
    public boolean grows() {
        return perMinute > 0;
    }
}
