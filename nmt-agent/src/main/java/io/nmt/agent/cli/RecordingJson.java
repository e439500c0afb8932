package io.nmt.agent.cli;

import io.nmt.core.report.JsonReport;
import io.nmt.core.tracker.LateStart;
import io.nmt.jfr.recordings.MemoryComparison;
import io.nmt.jfr.recordings.MemoryComparison.CategoryChange;
import io.nmt.jfr.recordings.MemoryComparison.SiteChange;
import io.nmt.jfr.recordings.RecordedMemory;
import io.nmt.jfr.recordings.RecordedSite;
import java.util.List;

/** Recordings as JSON on one line, for scripts. All figures in bytes and nanoseconds. */
final class RecordingJson {
    private RecordingJson() {}

    /** What {@link JsonReport} says of a snapshot, the time span, and the sites. */
    static String of(RecordedMemory memory, OutputOptions options) {
        StringBuilder json = new StringBuilder();
        json.append("{\"begin\":\"").append(memory.begin());
        json.append("\",\"end\":\"").append(memory.end());
        json.append("\",\"cutOff\":").append(memory.cutOff());
        json.append(",\"completenessKnown\":").append(memory.completenessKnown());
        json.append(",\"failedEmissions\":").append(memory.failedEmissions());
        if (!memory.notTracked().isEmpty()) {
            json.append(",\"notTracked\":");
            JsonReport.appendString(json, memory.notTracked());
        }
        if (memory.trackedAfterNanos() != 0) {
            json.append(",\"jvmAgeWhenTrackedNanos\":").append(Math.max(LateStart.UNKNOWN, memory.trackedAfterNanos()));
        }
        json.append(",\"last\":").append(JsonReport.of(memory.last()));
        json.append(",\"sitesFromSamples\":").append(memory.sitesFromSamples());
        json.append(",\"sitesTime\":\"").append(memory.sitesTime());
        json.append("\",\"sites\":[");
        String separator = "";
        for (RecordedSite site :
                memory.sites().subList(0, options.shown(memory.sites().size()))) {
            json.append(separator);
            append(json, site);
            separator = ",";
        }
        json.append(']');
        ResidentJson.append(json, memory.resident());
        return json.append('}').toString();
    }

    private static void append(StringBuilder json, RecordedSite site) {
        json.append('{');
        appendSite(json, site.category(), site.topFrame(), site.frames());
        json.append(",\"liveBytes\":").append(site.liveBytes());
        json.append(",\"standardErrorBytes\":").append(site.standardErrorBytes());
        json.append(",\"count\":").append(site.count());
        json.append(",\"peakBytes\":").append(site.peakBytes());
        json.append(",\"oldestAgeNanos\":").append(site.oldestAgeNanos());
        json.append('}');
    }

    static String of(MemoryComparison comparison, OutputOptions options) {
        StringBuilder json = new StringBuilder("{\"categories\":[");
        String separator = "";
        for (CategoryChange change : comparison.categories()) {
            json.append(separator);
            append(json, change);
            separator = ",";
        }
        json.append("],\"total\":");
        append(json, comparison.total());
        json.append(",\"sites\":[");
        separator = "";
        List<SiteChange> sites = comparison.sites();
        for (SiteChange change : sites.subList(0, options.shown(sites.size()))) {
            json.append(separator);
            append(json, change);
            separator = ",";
        }
        json.append(']');
        ResidentJson.append(json, comparison.resident());
        return json.append('}').toString();
    }

    private static void append(StringBuilder json, CategoryChange change) {
        json.append("{\"type\":");
        JsonReport.appendString(json, change.category());
        json.append(",\"beforeBytes\":").append(change.beforeBytes());
        json.append(",\"afterBytes\":").append(change.afterBytes());
        json.append(",\"changeBytes\":").append(change.changeBytes());
        json.append(",\"beforeCount\":").append(change.beforeCount());
        json.append(",\"afterCount\":").append(change.afterCount());
        json.append(",\"beforePeakBytes\":").append(change.beforePeakBytes());
        json.append(",\"afterPeakBytes\":").append(change.afterPeakBytes());
        json.append('}');
    }

    private static void append(StringBuilder json, SiteChange change) {
        json.append('{');
        appendSite(json, change.category(), change.topFrame(), change.frames());
        json.append(",\"beforeBytes\":").append(change.beforeBytes());
        json.append(",\"afterBytes\":").append(change.afterBytes());
        json.append(",\"changeBytes\":").append(change.changeBytes());
        json.append(",\"standardErrorBytes\":").append(change.standardErrorBytes());
        json.append(",\"beforeCount\":").append(change.beforeCount());
        json.append(",\"afterCount\":").append(change.afterCount());
        json.append('}');
    }

    private static void appendSite(StringBuilder json, String category, String topFrame, List<String> frames) {
        json.append("\"type\":");
        JsonReport.appendString(json, category);
        json.append(",\"topFrame\":");
        JsonReport.appendString(json, topFrame);
        json.append(",\"stack\":[");
        String separator = "";
        for (String frame : frames) {
            json.append(separator);
            JsonReport.appendString(json, frame);
            separator = ",";
        }
        json.append(']');
    }
}
