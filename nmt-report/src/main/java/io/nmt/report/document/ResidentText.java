package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.util.ArrayList;
import java.util.List;

/** The sentences on resident memory. Pure functions. */
final class ResidentText {
    private static final String UNLESS_SWAPPED = ", unless swapped out";

    private ResidentText() {}

    static String amount(Statement statement) {
        if (statement.subject().type() == SubjectType.COUNT) {
            return Scale.group(statement.amount());
        }
        if (statement.subject().type() == SubjectType.CGROUP) {
            return CgroupText.amount(statement);
        }
        long percent = statement.evidence(Basis.RSS_PERCENT);
        return Amounts.format(statement.amount())
                + (has(statement, Basis.COMMITTED) ? " committed" : " in memory")
                + (percent == Statement.UNKNOWN ? "" : ", " + percent + " % of RSS");
    }

    /** The sentences that follow the amount, each with a space before it. */
    static void append(List<String> sentences, Statement statement, Times times) {
        String owner = owner(statement);
        if (!owner.isEmpty()) {
            sentences.add(" ".concat(owner));
        }
        for (Evidence evidence : statement.evidence()) {
            String sentence = sentence(statement, evidence, times);
            if (!sentence.isEmpty()) {
                sentences.add(" ".concat(sentence));
            }
        }
    }

    /** Says whose it is, where its name does not. */
    private static String owner(Statement statement) {
        boolean isEarlier = has(statement, Basis.MAY_BE_EARLIER);
        return switch (Component.named(statement.subject().name())) {
            case MALLOC_FREE -> "No code holds it: fragmentation, or a peak that is over.";
            case NATIVE_LIBRARIES ->
                statement.kind() == Kind.HELD
                        ? "Neither the JVM nor tracked Java code allocated it."
                        : ofUnknown(statement, isEarlier);
            case BEFORE_TRACKING -> "Java code allocated it before tracking began, or its category is not tracked.";
            case OTHER_FILES ->
                isEarlier ? "Native code mapped them, or Java code before tracking." : "Native code mapped them.";
            case UNACCOUNTED -> "Anonymous memory of an unknown owner: no known allocator has it.";
            default ->
                statement.subject().name().startsWith(Component.UNACCOUNTED.label())
                        ? "Native libraries or the JVM mapped it: unknown which."
                        : "";
        };
    }

    private static String ofUnknown(Statement statement, boolean isEarlier) {
        List<String> holders = new ArrayList<>(List.of("Native libraries"));
        if (has(statement, Basis.MAY_BE_JVM)) {
            holders.add("the JVM");
        }
        if (isEarlier) {
            holders.add("Java code before tracking");
        }
        if (has(statement, Basis.MAY_BE_FREE_BYTES)) {
            holders.add("the allocator's free memory");
        }
        String last = holders.size() == 1 ? "" : " or " + holders.remove(holders.size() - 1);
        return String.join(", ", holders) + last + ": unknown which.";
    }

    private static boolean has(Statement statement, Basis basis) {
        return statement.evidence(basis) != Statement.UNKNOWN;
    }

    static String sentence(Statement statement, Evidence evidence, Times times) {
        String bytes = Amounts.format(evidence.value());
        String count = Scale.group(evidence.value());
        String name = SafeText.name(evidence.name());
        boolean isCount = statement.subject().type() == SubjectType.COUNT;
        return switch (evidence.basis()) {
            case ASKED_BYTES -> "Asked for: " + bytes + ".";
            case BESIDE_GROWING_BYTES -> "Other statements have " + bytes + " more of it.";
            case MORE -> (isCount ? count : bytes) + " more than " + ago(statement, Basis.MORE_IN_NANOS) + ".";
            case MOST_FROM_PERCENT -> evidence.value() + " % is from " + name + ".";
            case LIMIT ->
                "Limit " + name + ": " + (isCount ? count : bytes) + ", " + statement.evidence(Basis.LIMIT_PERCENT)
                        + " % used.";
            case CHARGED_PERCENT, FULL_IN_MINUTES -> CgroupText.sentence(statement, evidence);
            case KILLED_FOR_MEMORY -> "The kernel killed other processes of the container for its memory.";
            case MAY_PASS_WITH_BYTES ->
                "With " + bytes + " outside it, the heap may pass the container's limit, "
                        + Amounts.format(statement.evidence(Basis.CONTAINER_BYTES)) + ".";
            case LIVED_BYTES -> "Live after the last collections: " + bytes + ".";
            case LIVED_AT_MOST_BYTES -> "Live after the last collections: at most " + bytes + ".";
            case NOT_COLLECTED_BYTES ->
                evidence.value() == 0
                        ? "Live size unknown: no collection yet."
                        : "Live size unknown: no collection of the old generation yet, " + bytes + " in use.";
            case IN_USE_MORE_BYTES -> bytes + " more in use, live or garbage.";
            case LIVED_MORE_BYTES -> "Live: " + bytes + " more than " + ago(statement, Basis.LIVED_MORE_IN_NANOS) + ".";
            case FINALIZER_QUEUE -> count + " objects wait for the finalizer thread.";
            case HUGE_PAGE_BYTES -> bytes + " are in huge pages" + (name.isEmpty() ? "." : " (setting " + name + ").");
            case ALLOCATOR_PERCENT -> ofAllocator(statement, evidence, name);
            case TRIMMED_BYTES ->
                "'rss --trim' released " + (evidence.value() == 0 ? "nothing" : bytes) + " "
                        + ago(statement, Basis.TRIMMED_NANOS) + ", and "
                        + Amounts.format(statement.evidence(Basis.TRIM_LEFT_BYTES)) + " stayed.";
            case MAY_BE_FREE_BYTES ->
                evidence.value() == 0 ? "" : name + " retains another " + bytes + ", which may be in memory instead.";
            case LIBRARIES -> "Loaded: " + name + ".";
            case OWN_ALLOCATOR -> "Own allocator: " + name + ".";
            case OPEN_HANDLES -> count + " " + name + " are not closed, and may hold it.";
            case PROFILE_NANOS ->
                "'native' found "
                        + (name.isEmpty()
                                ? "nothing that grows, " + Ages.format(evidence.value()) + " ago."
                                : "this " + Ages.format(evidence.value()) + " ago: " + name.replaceFirst("\\.$", "")
                                        + ".");
            case MAY_BE_LIBRARY_BYTES -> bytes + " are mappings, perhaps of a native library.";
            case DELETED_BYTES -> ofDeleted(statement, bytes, name);
            case CLEAN_BYTES ->
                statement.subject().type() == SubjectType.CGROUP
                        ? "The kernel drops " + bytes + " of page cache and slabs first."
                        : bytes + " are clean pages: the kernel drops them under pressure.";
            case CHANGED_BYTES -> bytes + " are changed pages of files: the kernel must write them first.";
            case SHARED_BYTES -> bytes + " are shared memory" + ofKill(evidence);
            case PRIVATE_BYTES -> bytes + " are private pages" + ofKill(evidence);
            case LARGEST_BYTES -> "The largest is " + name + ", " + bytes + " in memory.";
            case UNSEEN_BUFFER_BYTES -> bytes + " of it are direct buffers.";
            case OWNERS -> ofOwners(statement, count, name);
            case IN_HEAP_BYTES -> ofStringsInHeap(statement, bytes);
            case GROWS_BY -> name + " explain its growth.";
            case PART_BYTES -> bytes + " are for " + name + ".";
            case ESTIMATED_BYTES -> "The JVM is estimated to take another " + bytes + ".";
            case ESTIMATE -> "This is an estimate.";
            case ONE_PER_THREAD -> "The JDK keeps these buffers for each thread until that ends.";
            case TRACKED_SINCE_MILLIS ->
                statement.maybeBeforeMillis() != Statement.UNKNOWN
                        ? ""
                        : "Tracked since " + times.format(evidence.value()) + ", when the agent was attached.";
            case TOLD_IN_MILLIS -> "Ask again in " + ProcessText.seconds(evidence.value()) + ".";
            case MAY_HOLD_PER_MINUTE -> "RSS grows by " + bytes + "/min that nothing else explains.";
            case REMEDY -> "To retain less, restart with " + name + ".";
            case TOLD_WITH -> "To know it, restart with " + name + ".";
            case LINE_TOLD_BY -> "Line of code unknown: '" + name + "' names it (async-profiler).";
            default -> "";
        };
    }

    private static String ago(Statement statement, Basis nanos) {
        return Ages.format(statement.evidence(nanos)) + " ago";
    }

    private static String ofDeleted(Statement statement, String bytes, String name) {
        long files = statement.evidence(Basis.DELETED_FILES);
        long mapped = statement.evidence(Basis.DELETED_MAPPED_BYTES);
        String all = mapped == Statement.UNKNOWN ? "" : " (" + Amounts.format(mapped) + ")";
        return bytes
                + (files == 1
                        ? " are of a deleted file that is still mapped" + all + ", "
                        : " are of " + Scale.group(files) + " deleted files that are still mapped" + all + ", such as ")
                + name + ".";
    }

    private static String ofKill(Evidence evidence) {
        return ": they count toward a kill" + (evidence.name().isEmpty() ? "." : UNLESS_SWAPPED + ".");
    }

    private static String ofAllocator(Statement statement, Evidence evidence, String name) {
        long arenas = statement.evidence(Basis.ARENAS);
        return evidence.value() + " % of " + name + "'s memory"
                + (arenas == Statement.UNKNOWN
                        ? "."
                        : ", in " + Scale.group(arenas) + (arenas == 1 ? " arena." : " arenas."));
    }

    private static String ofStringsInHeap(Statement statement, String bytes) {
        long perMinute = statement.evidence(Basis.IN_HEAP_PER_MINUTE);
        return "The strings are in the Java heap: at most " + bytes
                + (perMinute == Statement.UNKNOWN ? "." : ", +" + Amounts.format(perMinute) + "/min.");
    }

    private static String ofOwners(Statement statement, String count, String name) {
        long each = statement.evidence(Basis.EACH_BYTES);
        return "Count: " + count + " " + name
                + (each == Statement.UNKNOWN ? "." : ", " + Amounts.format(each) + " each.");
    }
}
