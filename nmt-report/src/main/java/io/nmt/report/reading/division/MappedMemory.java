package io.nmt.report.reading.division;

import io.nmt.core.mappings.MappedAgain;
import io.nmt.core.mappings.Mounts;
import io.nmt.core.mappings.Region;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.PageKinds;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.reading.division.Piece.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files and huge pages of pieces, beside their size. */
public final class MappedMemory {
    private MappedMemory() {}

    /**
     * Mapped files by path and by what has mapped them, those with most in memory first. Libraries and archives are
     * none.
     */
    public static List<ResidentFile> files(Pieces pieces, TrackedBlocks blocks, Mounts mounts) {
        Map<String, ResidentFile> tracked = new HashMap<>();
        Map<String, ResidentFile> others = new HashMap<>();
        for (Piece piece : pieces.list()) {
            if (piece.place() == Place.FILE) {
                Region region = piece.region();
                boolean ofJava = piece.hasTracked();
                (ofJava ? tracked : others)
                        .merge(
                                region.path(),
                                new ResidentFile(
                                        region.path(),
                                        ofJava,
                                        piece.bytes(),
                                        piece.residentBytes(),
                                        mounts.kindsOf(region)),
                                ResidentFile::plus);
            }
        }
        MappedAgain again = new MappedAgain(regions(pieces), mounts);
        tracked.replaceAll((path, file) -> others.containsKey(path) ? file : once(file, again));
        others.replaceAll((path, file) -> once(file, again));
        List<ResidentFile> files = new ArrayList<>(tracked.values());
        files.addAll(others.values());
        if (blocks.anonymousMappedBytes() > 0) {
            long resident = blocks.anonymousMappedResidentBytes();
            files.add(new ResidentFile(
                    MappedFile.ANONYMOUS,
                    true,
                    blocks.anonymousMappedBytes(),
                    resident,
                    new PageKinds(0, 0, 0, resident)));
        }
        files.sort(Comparator.comparingLong(ResidentFile::residentBytes)
                .thenComparingLong(ResidentFile::bytes)
                .reversed());
        return files;
    }

    /** Several pieces are of one region: the same object, so that no hash of its figures is needed. */
    private static List<Region> regions(Pieces pieces) {
        Set<Region> regions = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Piece piece : pieces.list()) {
            regions.add(piece.region());
        }
        return new ArrayList<>(regions);
    }

    private static ResidentFile once(ResidentFile file, MappedAgain again) {
        return new ResidentFile(
                file.path(),
                file.tracked(),
                file.bytes(),
                file.residentBytes(),
                file.pages().withoutAgain(again.bytes(file.path())));
    }

    /** Bytes of huge pages by place; a piece of a region has them by its part of the resident bytes there. */
    public static Map<HugePages, Long> hugePages(Pieces pieces) {
        Map<HugePages, Long> bytes = new EnumMap<>(HugePages.class);
        for (Piece piece : pieces.list()) {
            Region region = piece.region();
            HugePages where = region.hugeBytes() == 0 ? null : where(piece);
            if (where != null) {
                double part = (double) piece.residentBytes() / Math.max(1, region.residentBytes());
                bytes.merge(where, Math.round(region.hugeBytes() * part), Long::sum);
            }
        }
        return bytes;
    }

    private static HugePages where(Piece piece) {
        return switch (piece.place()) {
            case MALLOC_HEAP, MALLOC_MAPPING -> HugePages.MALLOC;
            case UNKNOWN -> HugePages.OTHER;
            case FILE -> null;
            case KNOWN ->
                switch (piece.component()) {
                    case JAVA_HEAP, JAVA_HEAP_YOUNG, JAVA_HEAP_OLD -> HugePages.HEAP;
                    case THREAD_STACKS -> HugePages.STACKS;
                    case LIBRARIES -> null;
                    default -> HugePages.OTHER;
                };
        };
    }
}
