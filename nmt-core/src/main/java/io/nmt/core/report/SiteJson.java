package io.nmt.core.report;

import io.nmt.core.sites.Frame;
import io.nmt.core.sites.Leaks;
import io.nmt.core.sites.SiteUsage;
import io.nmt.core.sites.Sites;
import java.util.ArrayList;
import java.util.List;

/** Call sites as JSON, for scripts: one object on one line. Bytes are plain numbers in every place. */
public final class SiteJson {
    private SiteJson() {}

    /**
     * Writes sites.
     *
     * @param sites the largest first
     * @param top how many of them
     * @return {@code {"intervalBytes":…,"lostSamples":…,"sites":[…]}}, without a line end
     */
    public static String of(List<SiteUsage> sites, int top) {
        StringBuilder json = begin();
        append(json, "sites", sites, top);
        return json.append('}').toString();
    }

    /**
     * Writes leaks.
     *
     * @param leaks to be written
     * @param top how many of each group
     * @param notes on them, in words
     * @return the same, with {@code suspects}, {@code holders}, {@code pools} and {@code notes} in place of
     *     {@code sites}
     */
    public static String of(Leaks leaks, int top, List<String> notes) {
        StringBuilder json = begin();
        json.append(",\"minimumAgeNanos\":").append(leaks.minimumAgeNanos());
        json.append(",\"judgedInNanos\":").append(leaks.judgedInNanos());
        append(json, "suspects", leaks.suspects(), top);
        append(json, "holders", leaks.holders(), top);
        append(json, "pools", leaks.pools(), top);
        appendStrings(json, "notes", notes);
        return json.append('}').toString();
    }

    private static StringBuilder begin() {
        StringBuilder json = new StringBuilder(4096)
                .append("{\"intervalBytes\":")
                .append(Sites.intervalBytes())
                .append(",\"lostSamples\":")
                .append(Sites.lostSamples());
        TrackedSince.appendJson(json);
        return json;
    }

    private static void append(StringBuilder json, String name, List<SiteUsage> sites, int top) {
        json.append(",\"").append(name).append("\":[");
        String separator = "";
        for (SiteUsage usage : sites.subList(0, Math.min(top, sites.size()))) {
            json.append(separator);
            append(json, usage);
            separator = ",";
        }
        json.append(']');
    }

    private static void append(StringBuilder json, SiteUsage usage) {
        json.append("{\"id\":").append(usage.site().id()).append(",\"type\":");
        JsonReport.appendString(json, usage.site().category());
        json.append(",\"pool\":").append(usage.site().isPool());
        json.append(",\"freedBy\":\"").append(usage.site().freedBy().label()).append('"');
        json.append(",\"liveBytes\":").append(usage.liveBytes());
        json.append(",\"standardErrorBytes\":").append(usage.standardErrorBytes());
        json.append(",\"count\":").append(usage.liveCount());
        json.append(",\"samples\":").append(usage.samples());
        json.append(",\"peakBytes\":").append(usage.peakBytes());
        json.append(",\"oldestAgeNanos\":").append(usage.oldestAgeNanos());
        json.append(",\"growthBytesPerMinute\":").append(usage.growthBytesPerMinute());
        json.append(",\"growthErrorBytesPerMinute\":").append(usage.growthErrorBytesPerMinute());
        json.append(",\"growing\":").append(usage.growing());
        json.append(",\"growingForNanos\":").append(usage.growingForNanos());
        json.append(",\"judgedInNanos\":").append(usage.judgedInNanos());
        json.append(",\"site\":");
        JsonReport.appendString(json, usage.site().toString());
        json.append(",\"innermost\":");
        Frame innermost = usage.site().innermost();
        JsonReport.appendString(json, innermost == null ? usage.site().toString() : innermost.toString());
        appendStrings(json, "threads", usage.threadNames());
        List<String> stack = new ArrayList<>();
        for (Frame frame : usage.site().frames()) {
            stack.add(frame.toString());
        }
        appendStrings(json, "stack", stack);
        json.append('}');
    }

    private static void appendStrings(StringBuilder json, String name, List<String> strings) {
        json.append(",\"").append(name).append("\":[");
        String separator = "";
        for (String string : strings) {
            json.append(separator);
            JsonReport.appendString(json, string);
            separator = ",";
        }
        json.append(']');
    }
}
