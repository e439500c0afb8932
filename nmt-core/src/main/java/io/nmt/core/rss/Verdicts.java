package io.nmt.core.rss;

import io.nmt.core.categories.Category;
import io.nmt.core.rss.Finding.Rank;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Says in words what a reading means. First comes what is near a limit; then what explains most of RSS, or, where RSS
 * has grown much since an earlier reading, most of its growth; then what is allocated but not in RSS, which is told
 * before the rest only where it is more than all of RSS. The Java heap is one of them, however small. A pure function
 * of the readings.
 */
public final class Verdicts {
    private static final int MOST = 7;
    private static final long LEAST_BYTES = 8L << 20;
    private static final int LEAST_PART_OF_RSS = 33;
    private static final int MUCH_GROWTH = 10;

    private final Judged judged;
    private final long leastBytes;
    private final boolean growthMatters;

    private Verdicts(Judged judged) {
        this.judged = judged;
        long rss = judged.memory().rssBytes();
        this.leastBytes = Math.max(LEAST_BYTES, rss / LEAST_PART_OF_RSS);
        this.growthMatters = judged.rssGrownBytes() >= Math.max(leastBytes, rss / MUCH_GROWTH);
    }

    /**
     * Judges a reading.
     *
     * @param reading to be judged
     * @param earlier another reading, to tell what grows; may be null
     * @return the most important first; at least one, on the Java heap
     */
    public static List<Verdict> of(ResidentReading reading, ResidentHistory.Reading earlier) {
        Judged judged = new Judged(reading, earlier);
        return new Verdicts(judged).order(findings(judged));
    }

    private static List<Finding> findings(Judged judged) {
        List<Finding> findings = new ArrayList<>();
        findings.add(MallocFindings.kept(judged));
        findings.add(MallocFindings.ofLibraries(judged));
        findings.add(MallocFindings.beforeTracking(judged));
        for (Category category : Category.all()) {
            findings.add(TrackedFindings.held(judged, category));
            findings.add(TrackedFindings.absent(judged, category));
        }
        findings.add(FileFindings.mapped(judged, true));
        findings.add(FileFindings.mapped(judged, false));
        findings.add(FileFindings.deleted(judged));
        findings.add(JvmFindings.heap(judged));
        findings.add(JvmFindings.stacks(judged));
        findings.add(JvmFindings.classes(judged));
        findings.add(JvmFindings.code(judged));
        findings.add(JvmFindings.jvm(judged));
        findings.add(JvmFindings.unaccounted(judged));
        findings.add(JvmFindings.mappings(judged));
        findings.removeAll(Collections.singleton(null));
        return findings;
    }

    private List<Verdict> order(List<Finding> findings) {
        List<Finding> ordered = new ArrayList<>(findings);
        ordered.removeIf(finding -> !isTold(finding));
        ordered.sort(Comparator.comparing(this::rank)
                .thenComparing(Comparator.comparingLong(this::explained).reversed()));
        while (ordered.size() > MOST) {
            Finding last = ordered.get(ordered.size() - 1);
            ordered.remove(isHeap(last) ? ordered.size() - 2 : ordered.size() - 1);
        }
        return ordered.stream().map(Finding::verdict).toList();
    }

    private boolean isTold(Finding finding) {
        return finding.bytes() >= leastBytes
                || finding.rank() == Rank.URGENT
                || Objects.equals(finding.verdict().component(), FileFindings.DELETED)
                || isHeap(finding);
    }

    private static boolean isHeap(Finding finding) {
        return finding.verdict().component().equals(Component.JAVA_HEAP.label());
    }

    private Rank rank(Finding finding) {
        boolean moreThanAll = finding.rank() == Rank.ABSENT
                && finding.bytes() > judged.memory().rssBytes();
        return moreThanAll ? Rank.RESIDENT : finding.rank();
    }

    /** Where RSS has grown, all that has a part in this comes first. */
    private long explained(Finding finding) {
        long grown = growthMatters && finding.grownBytes() >= LEAST_BYTES ? finding.grownBytes() : 0;
        return grown > 0 ? judged.memory().rssBytes() + grown : finding.bytes();
    }
}
