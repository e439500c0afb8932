package io.nmt.cli.json;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.jfr.recordings.RecordedFrames;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The report of a recording, as {@code report --json} writes it, which a stranger may have changed. Immutable.
 *
 * @param memory the last figures, as far as it has them
 * @param statements on its end
 * @param siteCount call sites of the recording, of which the report may have some; negative if unknown
 * @param handleClassCount classes of native handles, likewise
 */
public record SavedReport(RecordedMemory memory, List<Statement> statements, long siteCount, long handleClassCount) {
    private static final String TOTAL = "Total";
    private static final int MOST_ROWS = 100_000;
    private static final long MOST_NUMBER = 1L << 60;

    /** As it was read: copied. */
    public SavedReport {
        statements = List.copyOf(statements);
    }

    /**
     * Reads a report.
     *
     * @param json the whole of it
     * @return its figures
     * @throws IllegalArgumentException if it is none
     */
    public static SavedReport read(String json) {
        Map<String, Object> fields = JsonReader.object(json);
        if (!(fields.get("last") instanceof Map<?, ?> last)) {
            throw new IllegalArgumentException(
                    "it has no figures of a recording: 'nmt report FILE.jfr --json' writes them");
        }
        RecordedMemory memory = new RecordedMemory(
                time(fields, "begin"),
                time(fields, "end"),
                new MemoryReading(
                        snapshot(last),
                        rows(fields, "sites").stream().map(SavedReport::site).toList(),
                        fields.get("residentMemory") instanceof Map<?, ?> resident ? resident(resident) : null,
                        rows(fields, "handles").stream()
                                .map(SavedReport::handles)
                                .toList()),
                isTrue(fields, "completenessKnown"),
                time(fields, "sitesTime"),
                isTrue(fields, "sitesFromSamples"),
                time(fields, "handlesTime"),
                isTrue(fields, "cutOff"),
                number(fields, "failedEmissions"));
        return new SavedReport(
                memory,
                StatementReader.read(fields.get("statements")),
                count(fields, "siteCount"),
                count(fields, "handleClassCount"));
    }

    /**
     * Tells whether it has all call sites.
     *
     * @return false also if that is unknown
     */
    public boolean hasAllSites() {
        return memory.last().sites().size() == siteCount;
    }

    /**
     * Tells whether it has all classes of native handles.
     *
     * @return false also if that is unknown
     */
    public boolean hasAllHandles() {
        return memory.last().handles().size() == handleClassCount;
    }

    private static Snapshot snapshot(Map<?, ?> last) {
        List<CategoryUsage> categories = new ArrayList<>();
        for (Map<?, ?> row : rows(last, "categories")) {
            categories.add(usage(string(row, "type"), row));
        }
        Map<?, ?> total = last.get("total") instanceof Map<?, ?> fields ? fields : Map.of();
        List<String> names = strings(last, "notTracked");
        List<String> reasons = strings(last, "notTrackedWhy");
        List<NotTracked> notTracked = new ArrayList<>();
        for (int i = 0; i < Math.min(names.size(), reasons.size()); i++) {
            notTracked.add(new NotTracked(names.get(i), reasons.get(i), false));
        }
        return new Snapshot(
                time(last, "time"),
                categories,
                total.isEmpty() ? new CategoryUsage(TOTAL, 0, 0, 0, 0, 0, 0) : usage(TOTAL, total),
                isTrue(last, "exactPeaks"),
                number(last, "untrackedBlocks"),
                number(last, "unknownFrees"),
                number(last, "overheadBytes"),
                number(last, "freedElsewhere"),
                number(last, "tableLimitBytes"),
                last.containsKey("mallocInUseBytes") ? number(last, "mallocInUseBytes") : Snapshot.UNKNOWN,
                new Coverage(isTrue(last, "trackedFromStart"), null, notTracked));
    }

    private static CategoryUsage usage(String name, Map<?, ?> row) {
        return new CategoryUsage(
                name,
                number(row, "reserved"),
                figure(row, "committed"),
                figure(row, "count"),
                number(row, "peakReserved"),
                number(row, "peakCommitted"),
                number(row, "countAtPeak"));
    }

    private static SiteUsage site(Map<?, ?> row) {
        return SiteUsage.recorded(
                place(row, string(row, "type")),
                figure(row, "liveBytes"),
                number(row, "standardErrorBytes"),
                number(row, "count"),
                number(row, "peakBytes"),
                number(row, "oldestAgeNanos"));
    }

    /**
     * Reads a call site, which has no stack where others are counted under it.
     *
     * @param row with its names
     * @param category of its blocks, or the class of its handles
     * @return the site, without its number
     */
    public static Site place(Map<?, ?> row, String category) {
        return RecordedFrames.site(
                category,
                string(row, "site"),
                row.get("by") instanceof String by ? by : null,
                String.join(RecordedFrames.BETWEEN_FRAMES, strings(row, "stack")),
                isTrue(row, "pool"));
    }

    private static HandleUsage handles(Map<?, ?> row) {
        String name = string(row, "class");
        List<HandleSite> sites = new ArrayList<>();
        for (Map<?, ?> site : rows(row, "sites")) {
            sites.add(HandleSite.recorded(
                    place(site, name),
                    figure(site, "open"),
                    number(site, "standardError"),
                    number(site, "collected"),
                    number(site, "oldestAgeNanos"),
                    rate(site, "growthPerMinute"),
                    number(site, "growthErrorPerMinute"),
                    number(site, "growingForNanos")));
        }
        return new HandleUsage(
                name,
                number(row, "created"),
                number(row, "closed"),
                number(row, "collected"),
                number(row, "collectedError"),
                number(row, "oldestAgeNanos"),
                sites);
    }

    private static ResidentMemory resident(Map<?, ?> fields) {
        List<ResidentLine> lines = new ArrayList<>();
        for (Map<?, ?> row : rows(fields, "components")) {
            String name = Component.nowNamed(string(row, "component"));
            lines.add(new ResidentLine(
                    name,
                    Component.named(name),
                    number(row, "reserved"),
                    number(row, "committed"),
                    number(row, "resident"),
                    Accuracy.named(string(row, "accuracy")),
                    ""));
        }
        return ResidentMemory.recorded(time(fields, "time"), figure(fields, "rssBytes"), lines);
    }

    private static List<Map<?, ?>> rows(Map<?, ?> fields, String name) {
        List<Map<?, ?>> rows = new ArrayList<>();
        for (Object row : fields.get(name) instanceof List<?> list ? list : List.of()) {
            if (row instanceof Map<?, ?> map && rows.size() < MOST_ROWS) {
                rows.add(map);
            }
        }
        return rows;
    }

    private static List<String> strings(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String string(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    private static boolean isTrue(Map<?, ?> fields, String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    private static long count(Map<?, ?> fields, String name) {
        return fields.containsKey(name) ? number(fields, name) : -1;
    }

    private static long number(Map<?, ?> fields, String name) {
        return fields.containsKey(name) ? figure(fields, name) : 0;
    }

    /** A figure that every report has: of a damaged one, nothing is told in its place. */
    private static long figure(Map<?, ?> fields, String name) {
        if (fields.get(name) instanceof Long number && number >= 0 && number <= MOST_NUMBER) {
            return number;
        }
        throw new IllegalArgumentException(name + " is no figure there");
    }

    /** A rate, which may be negative. */
    private static long rate(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Long number && number >= -MOST_NUMBER && number <= MOST_NUMBER ? number : 0;
    }

    private static Instant time(Map<?, ?> fields, String name) {
        long millis = StatementReader.millis(fields.get(name));
        return Instant.ofEpochMilli(Math.max(0, millis));
    }
}
