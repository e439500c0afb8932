package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.PageKinds;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Statements on mapped files: which pages the kernel drops, and which count toward a kill. Pure functions. */
final class FileStatements {
    private static final long MIN_DELETED_BYTES = 64L << 20;
    private static final int MIN_FILE_DIVISOR = 50; // 2 percent
    private static final double MIN_SHARE_OF_FILES = 0.8;
    private static final String SWAP = "swap";
    private static final String GROWING_FILES = "Files that grow";

    private FileStatements() {}

    /** Files of one line of resident memory, by what the system can do with their pages. */
    private record Files(
            PageKinds pages,
            ResidentFile largest,
            long deleted,
            long deletedBytes,
            long mappedBytes,
            ResidentFile longest) {
        static Files of(ResidentLines lines, Predicate<ResidentFile> which) {
            PageKinds pages = PageKinds.NONE;
            ResidentFile largest = null;
            ResidentFile longest = null;
            long asked = 0;
            long deleted = 0;
            long deletedBytes = 0;
            for (ResidentFile file : lines.reading().files()) {
                if (!which.test(file)) {
                    continue;
                }
                pages = pages.plus(file.pages());
                largest = largest == null ? file : largest;
                if (file.isDeleted()) {
                    deleted++;
                    asked += file.bytes();
                    deletedBytes += file.residentBytes();
                    longest = longest == null || file.bytes() > longest.bytes() ? file : longest;
                }
            }
            boolean isMuch = asked >= MIN_DELETED_BYTES && deletedBytes > 0;
            return new Files(pages, largest, isMuch ? deleted : 0, isMuch ? deletedBytes : 0, asked, longest);
        }

        /** Adds the kinds of pages; where less is told, each has its share. */
        private void addTo(Draft draft, long mostBytes, boolean swap) {
            long all = pages.cleanFileBytes() + pages.notReclaimableBytes();
            double share = all <= mostBytes ? 1 : (double) mostBytes / all;
            addPart(draft, Basis.CLEAN_BYTES, pages.cleanFileBytes(), share, "");
            addPart(draft, Basis.CHANGED_BYTES, pages.dirtyFileBytes(), share, "");
            addPart(draft, Basis.SHARED_BYTES, pages.sharedMemoryBytes(), share, swap ? SWAP : "");
            addPart(draft, Basis.PRIVATE_BYTES, pages.anonymousBytes(), share, swap ? SWAP : "");
        }

        /** Deleted files keep their place on the disk, too, until they are unmapped. */
        private void addDeletedTo(Draft draft, long mostBytes) {
            long bytes = Math.min(deletedBytes, mostBytes);
            if (bytes > 0) {
                draft.with(Basis.DELETED_BYTES, bytes, longest.path().replaceFirst(" \\(deleted\\)$", ""))
                        .with(Basis.DELETED_FILES, deleted);
                if (mappedBytes > 2 * deletedBytes) {
                    draft.with(Basis.DELETED_MAPPED_BYTES, mappedBytes);
                }
            }
        }

        private void addPart(Draft draft, Basis basis, long bytes, double share, String of) {
            if (MIN_FILE_DIVISOR * bytes > pages.cleanFileBytes() + pages.notReclaimableBytes()) {
                draft.with(basis, Math.round(share * bytes), of);
            }
        }
    }

    /**
     * Files that tracked Java code has mapped, or the others, without the bytes that the judge tells to grow. Returns
     * null if there are none.
     */
    static Statement mapped(ResidentLines lines, boolean tracked) {
        List<String> line = line(tracked);
        Files files = Files.of(lines, file -> file.tracked() == tracked);
        if (files.largest() == null) {
            return null;
        }
        List<Statement> growing = growing(lines);
        // The judge tells of their growth there.
        boolean changes = growing.isEmpty();
        long held = lines.resident(line);
        long told = told(lines, growing, tracked);
        if (told > 0 && ofGrowing(lines) != null) {
            return null; // the rest has come since the judge's last figure
        }
        PageKinds pages = files.pages();
        boolean isReclaimable =
                pages.cleanFileBytes() + pages.dirtyFileBytes() > pages.sharedMemoryBytes() + pages.anonymousBytes();
        Draft draft = Draft.of(
                lines,
                isReclaimable ? Kind.RECLAIMABLE : Kind.HELD,
                line,
                changes ? lines.change(line) : LineChange.NONE,
                held - told);
        draft.withSome(Basis.BESIDE_GROWING_BYTES, told);
        long deleted = Math.min(held, files.deletedBytes()) - told;
        files.addDeletedTo(draft, deleted);
        if (deleted <= 0 || !files.largest().isDeleted()) {
            draft.with(
                    Basis.LARGEST_BYTES,
                    files.largest().residentBytes(),
                    files.largest().path().equals(MappedFile.ANONYMOUS)
                            ? "memory without a file"
                            : files.largest().path());
        }
        files.addTo(
                draft,
                told == 0 ? Long.MAX_VALUE : held - told,
                lines.facts().limits().swap());
        if (!tracked && !lines.reading().fromStart()) {
            draft.with(Basis.MAY_BE_EARLIER, 0);
        }
        return draft.next(!tracked ? Next.NONE : draft.isMore() ? Next.LEAKS : Next.SUMMARY)
                .make();
    }

    private static List<String> line(boolean tracked) {
        return List.of(tracked ? Component.lineOf(Category.MAPPED_FILE) : Component.OTHER_FILES.label());
    }

    /** The bytes of a line that the judge tells to grow: of files that it cannot tell apart, first those of others. */
    private static long told(ResidentLines lines, List<Statement> growing, boolean tracked) {
        long others = lines.resident(line(false));
        long told = 0;
        for (Statement statement : growing) {
            boolean isOfBoth = statement.subject().type() == SubjectType.COMPONENT;
            told += isOfBoth
                    ? tracked ? Math.max(0, statement.amount() - others) : statement.amount()
                    : tracked ? statement.amount() : 0;
        }
        return Math.min(lines.resident(line(tracked)), told);
    }

    private static List<Statement> growing(ResidentLines lines) {
        List<Statement> growing = new ArrayList<>(lines.growing(Category.MAPPED_FILE.name()));
        growing.addAll(lines.growing(SubjectType.COMPONENT, Component.MAPPED_FILES.label()));
        return growing;
    }

    /** Tells whether it is {@link #ofGrowing}: a part of another statement. */
    static boolean isOnGrowing(Statement statement) {
        return statement.subject().type() == SubjectType.FILE;
    }

    /** The statement with what is known of its files, if it is the one on files that grow. */
    static Statement withFiles(Statement statement, List<Statement> resident) {
        Statement with = statement;
        for (Statement files : isOnFiles(statement) ? resident : List.<Statement>of()) {
            for (Statement.Evidence evidence : isOnGrowing(files) ? files.evidence() : List.<Statement.Evidence>of()) {
                with = with.withEvidence(evidence, with.next());
            }
        }
        return with;
    }

    private static boolean isOnFiles(Statement statement) {
        Statement.Subject subject = statement.subject();
        String mapped = Category.MAPPED_FILE.name();
        return statement.grows()
                && switch (subject.type()) {
                    case SITE -> subject.category().equals(mapped);
                    case CATEGORY -> subject.name().equals(mapped);
                    case COMPONENT -> subject.name().equals(Component.MAPPED_FILES.label());
                    default -> false;
                };
    }

    /**
     * The files that grow, as the one statement on their growth is to tell: deleted, reclaimable or not. Returns null
     * where none or several are told to grow, or others have a part worth telling.
     */
    static Statement ofGrowing(ResidentLines lines) {
        List<Statement> growing = growing(lines);
        if (growing.size() != 1) {
            return null;
        }
        Statement statement = growing.get(0);
        boolean isOfBoth = statement.subject().type() == SubjectType.COMPONENT;
        Files files = Files.of(lines, isOfBoth ? file -> true : ResidentFile::tracked);
        long all = isOfBoth
                ? lines.resident(line(true)) + lines.resident(line(false))
                : lines.memory().line(line(true).get(0)).committedBytes();
        if (files.largest() == null || statement.amount() < MIN_SHARE_OF_FILES * all) {
            return null;
        }
        Draft draft = Draft.of(lines, SubjectType.FILE, Kind.HELD, GROWING_FILES, statement.amount());
        files.addDeletedTo(draft, statement.amount());
        files.addTo(draft, statement.amount(), lines.facts().limits().swap());
        return draft.make();
    }
}
