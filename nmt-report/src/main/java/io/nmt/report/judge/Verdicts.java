package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import io.nmt.report.judge.Finding.Rank;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Component;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Urgency;
import io.nmt.report.model.Verdict;
import io.nmt.report.reading.ResidentHistory;
import io.nmt.report.reading.ResidentReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Says in words what a reading means. First comes what is near a limit; then what explains growth: what grows steadily
 * by several readings, however large the rest is, or, where RSS has grown much since the oldest one, what has grown
 * with it; then what explains most of RSS; then what is allocated but not in RSS, which is told before the rest only
 * where it is more than all of RSS. The Java heap is one of them, however small. A pure function of the readings.
 */
public final class Verdicts {
    private static final int MOST = 7;
    private static final long LEAST_BYTES = 8L << 20;
    private static final int LEAST_PART_OF_RSS = 33;
    private static final int MUCH_GROWTH = 10;

    /** A command for a process that lives; what was found by one is no such. */
    private static final Pattern COMMAND = Pattern.compile("'[a-z][^']*'(?! was tried| has found)");

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
     * @param earlier other readings, the oldest first, to tell what grows; may be empty
     * @return the most important first; at least one, on the Java heap
     */
    public static List<Verdict> of(ResidentReading reading, List<ResidentHistory.Reading> earlier) {
        return ordered(reading, earlier).stream().map(Finding::verdict).toList();
    }

    /**
     * Judges a reading for a report that may be read when the process has ended.
     *
     * @param reading to be judged
     * @param earlier other readings, the oldest first
     * @return the same as {@link #of}; commands are advised for the next process
     */
    public static List<Verdict> left(ResidentReading reading, List<ResidentHistory.Reading> earlier) {
        return of(reading, earlier).stream()
                .map(verdict -> new Verdict(
                        verdict.component(), verdict.bytes(), verdict.finding(), forTheNext(verdict.nextStep())))
                .toList();
    }

    static String forTheNext(String nextStep) {
        return COMMAND.matcher(nextStep).find() ? "in the next process, " + nextStep : nextStep;
    }

    /**
     * Judges a reading, and says how urgent that is.
     *
     * @param reading to be judged
     * @param earlier other readings, the oldest first
     * @return the same as {@link #of}, each with its next step
     */
    public static List<Judgement> judgements(ResidentReading reading, List<ResidentHistory.Reading> earlier) {
        return ordered(reading, earlier).stream()
                .map(finding -> new Judgement(urgency(finding), text(finding.verdict())))
                .toList();
    }

    private static String text(Verdict verdict) {
        return capitalized(verdict.finding()) + ". " + capitalized(verdict.nextStep()) + ".";
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static Urgency urgency(Finding finding) {
        return finding.rank() == Rank.URGENT
                ? Urgency.URGENT
                : finding.growth().steady() ? Urgency.WARNING : Urgency.NOTE;
    }

    private static List<Finding> ordered(ResidentReading reading, List<ResidentHistory.Reading> earlier) {
        Judged judged = new Judged(reading, earlier);
        return new Verdicts(judged).order(findings(judged));
    }

    /**
     * Says what the words on growth rest on.
     *
     * @param reading that was judged
     * @param earlier as there
     * @param known whether it is known from elsewhere, and told, that RSS rises: what these readings do not show is
     *     left out then
     * @return a sentence; empty if nothing is left of it
     */
    public static String basis(ResidentReading reading, List<ResidentHistory.Reading> earlier, boolean known) {
        if (earlier.isEmpty()) {
            return known ? "" : "Too early to tell what grows: ask again in 10 s or later.";
        }
        return change(reading, earlier, known, " More readings, with pauses alike, tell.");
    }

    /**
     * The same for a report that may be read when the process has ended.
     *
     * @param reading that was judged
     * @param earlier as there
     * @return a sentence
     */
    public static String basisLeft(ResidentReading reading, List<ResidentHistory.Reading> earlier) {
        return earlier.isEmpty()
                ? "Resident memory was not read before: what of it grew is not told."
                : change(reading, earlier, false, "");
    }

    private static String change(
            ResidentReading reading, List<ResidentHistory.Reading> earlier, boolean known, String ofMoreReadings) {
        long bytes = reading.memory().rssBytes() - earlier.get(0).memory().rssBytes();
        String age = Ages.format(reading.facts().nanoTime() - earlier.get(0).nanoTime());
        String change = "RSS is "
                + (bytes == 0
                        ? "the same as "
                        : Judged.format(Math.abs(bytes)) + (bytes > 0 ? " more than " : " less than "))
                + age + " ago, at the ";
        if (earlier.size() == 1) {
            return change + "only earlier reading"
                    + (known ? "." : ": it is too early to tell whether that goes on." + ofMoreReadings);
        }
        ResidentGrowth growth = new Judged(reading, earlier).rssGrowth();
        String oldest = change + "oldest of " + Scale.group(earlier.size()) + " earlier readings";
        if (known && !growth.steady()) {
            return oldest + ".";
        }
        return oldest + ": "
                + (growth.steady()
                        ? (bytes > 0 ? "it grows steadily." : "of late it grows steadily.")
                        : bytes > 0
                                ? "by these it does not grow steadily, or it is too early to tell."
                                : "by these it does not grow steadily.");
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

    private List<Finding> order(List<Finding> findings) {
        List<Finding> ordered = new ArrayList<>(findings);
        ordered.removeIf(finding -> !isTold(finding));
        ordered.sort(Comparator.comparing(this::rank)
                .thenComparing(Comparator.comparingLong(this::explained).reversed()));
        while (ordered.size() > MOST) {
            Finding last = ordered.get(ordered.size() - 1);
            ordered.remove(isHeap(last) ? ordered.size() - 2 : ordered.size() - 1);
        }
        return ordered;
    }

    private boolean isTold(Finding finding) {
        return finding.bytes() >= leastBytes
                || finding.rank() == Rank.URGENT
                || finding.growth().steady()
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

    /** What grows steadily, or has a part where RSS has grown much, comes first. */
    private long explained(Finding finding) {
        long grown = finding.growth().bytes();
        boolean explainsGrowth = finding.growth().steady() || (growthMatters && grown >= LEAST_BYTES);
        return explainsGrowth ? judged.memory().rssBytes() + grown : finding.bytes();
    }
}
