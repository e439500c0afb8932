package io.nmt.report.model;

import java.util.ArrayList;
import java.util.List;

/**
 * One judgement: what is so, of whom, how much, since when, and what to do next. All surfaces show the same ones, and
 * none of them is a sentence before it is shown. Immutable.
 *
 * @param kind of it
 * @param subject whom it is about
 * @param amount bytes that the subject holds now, or handles that are open; {@link #UNKNOWN} if that is not known
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
        /** A figure of the process, such as RSS. */
        FIGURE,
        /** A line of resident memory, in memory. */
        COMPONENT,
        /** Mapped files, of which some are in lines of resident memory. */
        FILE,
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
     * @param category of a call site's blocks; the call site of handles; else empty
     * @param id of the call site or the category; 0 if it has none
     * @param by the library's call that the call site led to; else empty
     */
    public record Subject(SubjectType type, String name, String category, int id, String by) {
        /**
         * Where no library's call is known.
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

    /** What a judgement can rest on. */
    public enum Basis {
        /** Collections of the whole heap that did not free it: how many. */
        SURVIVED_COLLECTIONS,
        /** The collector may free it, and has not looked: collections of the whole heap since it began to grow. */
        COLLECTIONS_BEFORE_IT_GREW,
        /** The same, where it is unknown whether there were collections. Its value is 0. */
        COLLECTIONS_UNKNOWN,
        /** All blocks are younger than so many nanoseconds. */
        YOUNGER_THAN_NANOS,
        /** How much of its growth other judgements explain, in percent. */
        EXPLAINED_PERCENT,
        /** By how much tracked memory and the Java heap grew in that time, in percent of its growth. */
        TRACKED_PERCENT,
        /** Bytes of the Java heap that were used for the first time since then. */
        HEAP_FIRST_USED_BYTES,
        /** How many call stacks lead to the line. */
        STACKS,
        /** How many subjects are meant. */
        SUBJECTS,
        /** In how many milliseconds it can be told. */
        TOLD_IN_MILLIS,
        /** The past was too short by so many milliseconds, and nothing is added to it any more. */
        MISSING_MILLIS,
        /** The agent's option {@code history=off}: lines of code are judged, and nothing else. Its value is 0. */
        HISTORY_OFF,
        /** Share of RSS, in percent. */
        RSS_PERCENT,
        /** Bytes that were asked for, where less is in memory. */
        ASKED_BYTES,
        /** Bytes of the same category that other statements have: they grow. */
        BESIDE_GROWING_BYTES,
        /** By how many bytes or items it is more than at the oldest reading. */
        MORE,
        /** How many nanoseconds ago that was. */
        MORE_IN_NANOS,
        /** The share of a named call site, in percent. */
        MOST_FROM_PERCENT,
        /** A limit with its name: bytes, or items. */
        LIMIT,
        /** How much of the limit is used, in percent. */
        LIMIT_PERCENT,
        /** The heap may pass the container's limit, with these bytes outside it. */
        MAY_PASS_WITH_BYTES,
        /** The container's limit, in bytes. */
        CONTAINER_BYTES,
        /** Bytes of the Java heap that lived at the last collections. */
        LIVED_BYTES,
        /** The same, at most: garbage may be among them. */
        LIVED_AT_MOST_BYTES,
        /** Bytes of an old generation that no collection has covered; 0 if there was no collection at all. */
        NOT_COLLECTED_BYTES,
        /** Bytes in use beyond what lived. */
        IN_USE_MORE_BYTES,
        /** By how many bytes more lived than at the oldest reading. */
        LIVED_MORE_BYTES,
        /** How many nanoseconds ago that was. */
        LIVED_MORE_IN_NANOS,
        /** Objects that wait for their finalizer. */
        FINALIZER_QUEUE,
        /** Bytes in huge pages; its name is the system's setting. */
        HUGE_PAGE_BYTES,
        /** Share of what a named allocator holds, in percent. */
        ALLOCATOR_PERCENT,
        /** Arenas of malloc. */
        ARENAS,
        /** Bytes by which RSS fell when malloc was trimmed. */
        TRIMMED_BYTES,
        /** How many nanoseconds ago that was. */
        TRIMMED_NANOS,
        /** Bytes that malloc kept free then. */
        TRIM_LEFT_BYTES,
        /** The JVM may hold it. Its value is 0. */
        MAY_BE_JVM,
        /** Java code may have allocated it before tracking began. Its value is 0. */
        MAY_BE_EARLIER,
        /** A named allocator may keep so many bytes of it after free; 0 if that is not known. */
        MAY_BE_FREE_BYTES,
        /** Native libraries that are loaded, by name. Its value is 0. */
        LIBRARIES,
        /** A named library has an allocator of its own. Its value is 0. */
        OWN_ALLOCATOR,
        /** Open native handles of a named class. */
        OPEN_HANDLES,
        /** What grows and nothing else explains, in bytes a minute: these handles may hold it. */
        MAY_HOLD_PER_MINUTE,
        /** The finding of 'native', which is so many nanoseconds old; without a name it found none. */
        PROFILE_NANOS,
        /** Pages that the kernel drops, in bytes. */
        CLEAN_BYTES,
        /** Pages of files that it must write first, in bytes. */
        CHANGED_BYTES,
        /** Shared memory, in bytes. */
        SHARED_BYTES,
        /** Private pages, in bytes. */
        PRIVATE_BYTES,
        /** Bytes in memory of the largest file, which is named. */
        LARGEST_BYTES,
        /** Direct buffers that were not seen, in bytes. */
        UNSEEN_BUFFER_BYTES,
        /** Threads, or other owners that share it. */
        OWNERS,
        /** The mean of each, in bytes. */
        EACH_BYTES,
        /** Bytes of a part that is named. */
        PART_BYTES,
        /** Bytes of a part that a native library may have mapped. */
        MAY_BE_LIBRARY_BYTES,
        /** Bytes that the JVM is estimated to take beside it. */
        ESTIMATED_BYTES,
        /** The amount is an estimate. Its value is 0. */
        ESTIMATE,
        /** The JDK keeps one for each thread until that ends. Its value is 0. */
        ONE_PER_THREAD,
        /** When tracking began, in milliseconds since 1970. */
        TRACKED_SINCE_MILLIS,
        /** A named setting for the next start that makes it less. Its value is 0. */
        REMEDY,
        /** A named setting for the next start that tells more. Its value is 0. */
        TOLD_WITH
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
        /** Counts objects of the Java heap by class. */
        HISTOGRAM("jcmd GC.class_histogram"),
        /** Shows threads. */
        THREADS("jcmd Thread.print"),
        /** Shows class loaders. */
        CLASS_LOADERS("jcmd VM.classloader_stats"),
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
         * What to type, with {@code PID} for the process's number.
         *
         * @return for example {@code nmt rss PID}; empty for {@link #NONE}
         */
        public String line() {
            if (this == NONE) {
                return "";
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
     * How urgent it is. Growth of RSS that other judgements explain is none of its own; what nothing explains is.
     *
     * @return the place that pages give it
     */
    public Urgency urgency() {
        return switch (subject.type) {
            case FIGURE -> grows() && kind != Kind.UNKNOWN ? Urgency.NOTE : grows() ? Urgency.WARNING : kind.urgency;
            case COMPONENT, COUNT ->
                kind == Kind.GROWING ? Urgency.WARNING : kind == Kind.UNKNOWN ? Urgency.NOTE : kind.urgency;
            default -> kind.urgency;
        };
    }

    /**
     * Whether the subject grows.
     *
     * @return true of leaks, and of what may be garbage
     */
    public boolean grows() {
        return perMinute > 0;
    }
}
