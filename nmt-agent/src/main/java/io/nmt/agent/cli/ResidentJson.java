package io.nmt.agent.cli;

import io.nmt.core.report.JsonReport;
import io.nmt.jfr.recordings.RecordedResident;
import io.nmt.jfr.recordings.ResidentComparison;
import io.nmt.jfr.recordings.ResidentComparison.Change;

/** Recorded resident memory as a field {@code residentMemory}; null where none is recorded. */
final class ResidentJson {
    private ResidentJson() {}

    static void append(StringBuilder json, RecordedResident resident) {
        if (resident == null) {
            json.append(",\"residentMemory\":null");
            return;
        }
        json.append(",\"residentMemory\":{\"time\":\"").append(resident.time());
        json.append("\",\"rssBytes\":").append(resident.rssBytes());
        json.append(",\"components\":[");
        String separator = "";
        for (RecordedResident.Line line : resident.lines()) {
            json.append(separator).append("{\"component\":");
            JsonReport.appendString(json, line.component());
            json.append(",\"reserved\":").append(line.reservedBytes());
            json.append(",\"committed\":").append(line.committedBytes());
            json.append(",\"resident\":").append(line.residentBytes());
            json.append(",\"accuracy\":");
            JsonReport.appendString(json, line.accuracy());
            json.append('}');
            separator = ",";
        }
        json.append("]}");
    }

    static void append(StringBuilder json, ResidentComparison comparison) {
        if (comparison == null) {
            json.append(",\"residentMemory\":null");
            return;
        }
        json.append(",\"residentMemory\":{\"beforeTime\":\"").append(comparison.beforeTime());
        json.append("\",\"afterTime\":\"").append(comparison.afterTime());
        json.append("\",\"rss\":");
        append(json, comparison.rss());
        json.append(",\"components\":[");
        String separator = "";
        for (Change change : comparison.components()) {
            json.append(separator);
            append(json, change);
            separator = ",";
        }
        json.append("]}");
    }

    private static void append(StringBuilder json, Change change) {
        json.append("{\"component\":");
        JsonReport.appendString(json, change.component());
        json.append(",\"beforeBytes\":").append(change.beforeBytes());
        json.append(",\"afterBytes\":").append(change.afterBytes());
        json.append(",\"changeBytes\":").append(change.changeBytes());
        json.append(",\"accuracy\":");
        JsonReport.appendString(json, change.accuracy());
        json.append('}');
    }
}
