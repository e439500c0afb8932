package io.nmt.report.judge;

import static io.nmt.report.judge.Judged.format;

import io.nmt.core.model.Category;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Scale;
import io.nmt.report.judge.Finding.Rank;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/** What verdicts say of mapped files: which pages the system can take back, and which count toward a kill. */
final class FileFindings {
    static final String DELETED = "Deleted files";

    private static final long LEAST_DELETED_BYTES = 64L << 20;
    private static final int LEAST_PART = 50;

    private FileFindings() {}

    /** Files that tracked Java code has mapped, or the others. Returns null if there are none. */
    static Finding mapped(Judged judged, boolean tracked) {
        List<String> line = List.of(tracked ? Component.lineOf(Category.MAPPED_FILE) : Component.OTHER_FILES.label());
        ResidentFile largest = null;
        PageKinds pages = PageKinds.NONE;
        for (ResidentFile file : judged.reading().files()) {
            if (file.tracked() == tracked) {
                largest = largest == null ? file : largest;
                pages = pages.plus(file.pages());
            }
        }
        if (largest == null) {
            return null;
        }
        long resident = judged.resident(line);
        return judged.about(
                line,
                (tracked ? "mapped files have " : others(judged))
                        + format(resident)
                        + " in memory" + judged.growth(line) + "; the most, " + format(largest.residentBytes())
                        + " of the " + format(largest.bytes()) + " mapped, is of " + named(largest.path()) + ". "
                        + what(pages, judged.facts().limits().swap()),
                nextStep(pages, tracked, !judged.growth(line).isEmpty()));
    }

    private static String others(Judged judged) {
        return judged.reading().fromStart()
                ? "files that native code has mapped, or Java code unseen, have "
                : "files that native code has mapped, or Java code before tracking began, have ";
    }

    private static String named(String path) {
        return path.equals(MappedFile.ANONYMOUS) ? "memory that was mapped without a file" : path;
    }

    /** The kinds of which there is much; as it is said of all, where there is only one. */
    private static String what(PageKinds pages, boolean swap) {
        String kill = swap ? "counts toward a kill, unless it is swapped out" : "counts toward a kill";
        List<String> parts = new ArrayList<>();
        long all = pages.cleanFileBytes() + pages.notReclaimableBytes();
        addPart(parts, pages.cleanFileBytes(), all, "is clean pages, which the system drops when memory is short");
        addPart(
                parts,
                pages.dirtyFileBytes(),
                all,
                "is changed pages of files, which the system can drop only after it has written them");
        addPart(
                parts,
                pages.sharedMemoryBytes(),
                all,
                "is shared memory (tmpfs, memfd or the like), which has no copy on disk and " + kill);
        addPart(
                parts,
                pages.anonymousBytes(),
                all,
                "is pages of no file (private copies of changed ones, or memory mapped without a file), which " + kill);
        return parts.isEmpty() ? "None of it is in memory" : capitalized(String.join("; ", parts));
    }

    private static void addPart(List<String> parts, long bytes, long all, String words) {
        if (bytes > all / LEAST_PART) {
            boolean nearlyAll = bytes >= all - all / LEAST_PART;
            parts.add((nearlyAll ? "all of it" : format(bytes)) + " " + words);
        }
    }

    private static String capitalized(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private static String nextStep(PageKinds pages, boolean tracked, boolean grows) {
        String where = tracked && grows
                ? "'leaks' shows which code maps them, 'unreachable' whether their buffers could be collected"
                : tracked
                        ? "'summary' lists these mappings with their age"
                        : "the table of files has the path of each with 1MB or more";
        long most = Math.max(pages.sharedMemoryBytes(), pages.anonymousBytes());
        if (most <= pages.cleanFileBytes() + pages.dirtyFileBytes()) {
            return where
                    + "; clean pages need no room in a limit, but without room they are read from disk again and again";
        }
        return pages.sharedMemoryBytes() >= pages.anonymousBytes()
                ? where + "; shared memory is free when its file is unmapped and deleted"
                : where + "; it is free when it is unmapped";
    }

    /** Returns null if there is little of it. */
    static Finding deleted(Judged judged) {
        int count = 0;
        long bytes = 0;
        long resident = 0;
        ResidentFile longest = null;
        for (ResidentFile file : judged.reading().files()) {
            if (file.isDeleted()) {
                count++;
                bytes += file.bytes();
                resident += file.residentBytes();
                longest = longest == null || file.bytes() > longest.bytes() ? file : longest;
            }
        }
        if (longest == null || bytes < LEAST_DELETED_BYTES) {
            return null;
        }
        Verdict verdict = new Verdict(
                DELETED,
                resident,
                (count == 1 ? "a deleted file is" : Scale.group(count) + " deleted files are") + " still mapped, "
                        + format(bytes) + " long, " + format(resident) + " of it in memory; the longest is "
                        + longest.path()
                        + ". What it takes on disk, or of a tmpfs in memory, is free only when it is unmapped",
                longest.tracked()
                        ? "'summary' lists mapped files with their age; a mapping of a buffer lives until the buffer is"
                                + " collected, 'unreachable' shows whether it could be"
                        : "native code has mapped it, or Java code before tracking began");
        return new Finding(verdict, Rank.RESIDENT, ResidentGrowth.NONE);
    }
}
