package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.PageKinds;
import io.nmt.report.judge.ResidentLines.Change;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import java.util.List;

/** Statements on mapped files: which pages the kernel drops, and which count toward a kill. Pure functions. */
final class FileStatements {
    private static final long MIN_DELETED_BYTES = 64L << 20;
    private static final int MIN_FILE_DIVISOR = 50; // 2 percent
    private static final String SWAP = "swap";

    private FileStatements() {}

    /** Files that tracked Java code has mapped, or the others. Returns null if there are none. */
    static Statement mapped(ResidentLines lines, boolean tracked) {
        List<String> line = List.of(tracked ? Component.lineOf(Category.MAPPED_FILE) : Component.OTHER_FILES.label());
        ResidentFile largest = null;
        PageKinds pages = PageKinds.NONE;
        for (ResidentFile file : lines.reading().files()) {
            if (file.tracked() == tracked) {
                largest = largest == null ? file : largest;
                pages = pages.plus(file.pages());
            }
        }
        if (largest == null) {
            return null;
        }
        List<Statement> growing = tracked ? lines.growing(Category.MAPPED_FILE.name()) : List.of();
        // The judge tells of their growth there.
        boolean changes = growing.isEmpty() && !lines.isTold(Component.MAPPED_FILES);
        long held = lines.resident(line);
        long told = Math.min(held, growing.stream().mapToLong(Statement::amount).sum());
        boolean isClean = pages.cleanFileBytes() > pages.notReclaimableBytes();
        Draft draft = Draft.of(
                lines,
                isClean ? Kind.RECLAIMABLE : Kind.HELD,
                line,
                changes ? lines.change(line) : Change.NONE,
                held - told);
        draft.withSome(Basis.BESIDE_GROWING_BYTES, told)
                .with(
                        Basis.LARGEST_BYTES,
                        largest.residentBytes(),
                        largest.path().equals(MappedFile.ANONYMOUS) ? "memory without a file" : largest.path());
        addPages(draft, pages, lines.facts().limits().swap());
        if (!tracked && !lines.reading().fromStart()) {
            draft.with(Basis.MAY_BE_EARLIER, 0);
        }
        return draft.next(!tracked ? Next.NONE : draft.isMore() ? Next.LEAKS : Next.SUMMARY)
                .make();
    }

    private static void addPages(Draft draft, PageKinds pages, boolean swap) {
        long all = pages.cleanFileBytes() + pages.notReclaimableBytes();
        addPart(draft, Basis.CLEAN_BYTES, pages.cleanFileBytes(), all, "");
        addPart(draft, Basis.CHANGED_BYTES, pages.dirtyFileBytes(), all, "");
        addPart(draft, Basis.SHARED_BYTES, pages.sharedMemoryBytes(), all, swap ? SWAP : "");
        addPart(draft, Basis.PRIVATE_BYTES, pages.anonymousBytes(), all, swap ? SWAP : "");
    }

    private static void addPart(Draft draft, Basis basis, long bytes, long all, String of) {
        if (bytes > all / MIN_FILE_DIVISOR) {
            draft.with(basis, bytes, of);
        }
    }

    /** Returns null if there is little of it. */
    static Statement deleted(ResidentLines lines) {
        long count = 0;
        long bytes = 0;
        long resident = 0;
        ResidentFile longest = null;
        for (ResidentFile file : lines.reading().files()) {
            if (file.isDeleted()) {
                count++;
                bytes += file.bytes();
                resident += file.residentBytes();
                longest = longest == null || file.bytes() > longest.bytes() ? file : longest;
            }
        }
        if (longest == null || bytes < MIN_DELETED_BYTES || resident == 0) {
            return null;
        }
        return Draft.of(lines, SubjectType.FILE, Kind.HELD, "Deleted files", resident)
                .with(Basis.OWNERS, count, count == 1 ? "file still mapped" : "files still mapped")
                .with(Basis.ASKED_BYTES, bytes)
                .with(Basis.LARGEST_BYTES, longest.residentBytes(), longest.path())
                .next(longest.tracked() ? Next.SUMMARY : Next.NONE)
                .make();
    }
}
