package io.nmt.core.rss;

import io.nmt.core.report.Ages;
import io.nmt.core.report.Scale;
import io.nmt.core.rss.Finding.Rank;
import io.nmt.core.rss.ResidentReading.HugePages;
import io.nmt.core.rss.ResidentReading.TopSite;
import java.util.ArrayList;
import java.util.List;

/**
 * A reading that is being judged, perhaps against an earlier one, and the words that its verdicts share. Nothing is
 * read from elsewhere: the same readings give the same verdicts. Not thread-safe.
 */
final class Judged {
    private static final long LEAST_GROWTH_PER_MINUTE = 1L << 20;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final int MUCH = 4;

    private final ResidentReading reading;
    private final ResidentMemory earlier;
    private final long ageNanos;

    /** Takes {@code earlier} as null where there is none. */
    Judged(ResidentReading reading, ResidentHistory.Reading earlier) {
        this.reading = reading;
        this.earlier = earlier == null ? null : earlier.memory();
        this.ageNanos = earlier == null ? 0 : reading.facts().nanoTime() - earlier.nanoTime();
    }

    ResidentReading reading() {
        return reading;
    }

    ResidentMemory memory() {
        return reading.memory();
    }

    ResidentReading.Facts facts() {
        return reading.facts();
    }

    long resident(Component component) {
        return memory().line(component).residentBytes();
    }

    /** By how much RSS has grown since the earlier reading; 0 without one. */
    long rssGrownBytes() {
        return earlier == null ? 0 : memory().rssBytes() - earlier.rssBytes();
    }

    /** All lines that begin so, such as the JVM's malloc with what it is for. */
    List<String> linesOf(Component component) {
        List<String> names = new ArrayList<>();
        for (ResidentLine line : memory().lines()) {
            if (line.component().startsWith(component.label())) {
                names.add(line.component());
            }
        }
        return names;
    }

    long resident(List<String> components) {
        return resident(memory(), components);
    }

    private static long resident(ResidentMemory memory, List<String> components) {
        return components.stream()
                .mapToLong(name -> memory.line(name).residentBytes())
                .sum();
    }

    private long grown(List<String> components) {
        return earlier == null ? 0 : resident(memory(), components) - resident(earlier, components);
    }

    /** Explains these lines, the first of which it is named for. */
    Finding about(List<String> components, String finding, String nextStep) {
        return new Finding(
                new Verdict(components.get(0), resident(components), finding, nextStep),
                Rank.RESIDENT,
                grown(components));
    }

    String growth(List<String> components) {
        double perMinute = ageNanos <= 0 ? 0 : grown(components) / (ageNanos / NANOS_PER_MINUTE);
        return perMinute < LEAST_GROWTH_PER_MINUTE
                ? ""
                : ", growing " + format(Math.round(perMinute)) + " a minute for " + Ages.format(ageNanos);
    }

    /** Part of what was allocated there, which may be more than what is in memory. */
    String site(String category) {
        TopSite site = facts().sites().get(category);
        return site == null
                ? ""
                : ", most of it from " + site.name() + " (about " + Math.round(100 * site.part())
                        + " % of what is allocated, as samples say)";
    }

    /** Says it only where it is a large part. */
    String huge(HugePages where, long ofBytes) {
        long bytes = Math.min(ofBytes, facts().hugeBytes().getOrDefault(where, 0L));
        return bytes == 0 || bytes < ofBytes / MUCH ? "" : ", " + format(bytes) + " of it in huge pages" + setting();
    }

    boolean isHuge(HugePages where, long ofBytes) {
        return !huge(where, ofBytes).isEmpty();
    }

    private String setting() {
        String setting = facts().limits().hugePages();
        return setting.isEmpty() ? "" : " (transparent_hugepage/enabled is " + setting + ")";
    }

    static String format(long bytes) {
        return Scale.fitting(bytes * 10).format(bytes);
    }

    static String percent(long part, long whole) {
        return whole <= 0 ? "?" : Math.round(100.0 * part / whole) + " %";
    }
}
