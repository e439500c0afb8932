package io.nmt.report.document;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.SnapshotDiff;

/** Snapshots as JSON, in the object of a command: categories, their total, and which part of the process is tracked. */
final class SnapshotJson {
    private SnapshotJson() {}

    /** Writes a snapshot. */
    static void appendFields(Json json, Snapshot snapshot) {
        json.field("time", snapshot.time()).array("categories");
        for (CategoryUsage usage : snapshot.categories()) {
            json.object().field("type", usage.category());
            append(json, usage);
            if (usage.isEstimate()) {
                json.field("estimate", true);
            }
            json.endObject();
        }
        json.endArray().object("total");
        append(json, snapshot.total());
        json.endObject()
                .field("exactPeaks", snapshot.exactPeaks())
                .field("untrackedBlocks", snapshot.untrackedBlocks())
                .field("unknownFrees", snapshot.unknownFrees())
                .field("overheadBytes", snapshot.overheadBytes())
                .field("freedElsewhere", snapshot.freedElsewhere())
                .field("trackedFromStart", snapshot.coverage().fromStart());
        ReportJson.append(json, CoverageLines.facts(snapshot.coverage()));
        if (snapshot.tableLimitBytes() > 0) {
            json.field("tableLimitBytes", snapshot.tableLimitBytes());
        }
        if (snapshot.mallocInUseBytes() != Snapshot.UNKNOWN) {
            json.field("mallocInUseBytes", snapshot.mallocInUseBytes());
        }
    }

    private static void append(Json json, CategoryUsage usage) {
        json.field("reserved", usage.reserved())
                .field("committed", usage.committed())
                .field("count", usage.count())
                .field("peakReserved", usage.peakReserved())
                .field("peakCommitted", usage.peakCommitted())
                .field("countAtPeak", usage.countAtPeak());
    }

    /** Writes what differs between two snapshots: the array {@code categories}, and {@code total}. */
    static void appendFields(Json json, SnapshotDiff diff) {
        json.array("categories");
        for (SnapshotDiff.Change change : diff.categories()) {
            json.object().field("type", change.category());
            append(json, change);
            json.endObject();
        }
        json.endArray().object("total");
        append(json, diff.total());
        json.endObject();
    }

    private static void append(Json json, SnapshotDiff.Change change) {
        json.object("before");
        append(json, change.before());
        json.endObject().object("after");
        append(json, change.after());
        json.endObject()
                .object("change")
                .field("reserved", change.reserved())
                .field("committed", change.committed())
                .field("count", change.count())
                .endObject();
    }
}
