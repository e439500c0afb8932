package io.nmt.core.report;

import io.nmt.core.pools.Pool;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import io.nmt.core.tracker.NotTracked;
import java.util.List;

/** A snapshot as JSON, for scripts. Bytes are plain numbers in every place. */
public final class JsonReport {
    private JsonReport() {}

    /**
     * Writes a snapshot as one JSON object on one line.
     *
     * @param snapshot to be written
     * @return the object, with fields named as in the events, without a line end
     */
    public static String of(Snapshot snapshot) {
        return of(snapshot, List.of());
    }

    /**
     * Writes a snapshot and pools as one JSON object on one line.
     *
     * @param snapshot to be written
     * @param pools to be written: {@code pools}, an array that is left out if there are none, of objects from which
     *     figures and categories that are not known are left out
     * @return the object, without a line end
     */
    public static String of(Snapshot snapshot, List<Pool> pools) {
        StringBuilder json = new StringBuilder(1024);
        json.append("{\"time\":\"").append(snapshot.time()).append("\",\"categories\":[");
        String separator = "";
        for (CategoryUsage usage : snapshot.categories()) {
            json.append(separator).append("{\"type\":");
            appendString(json, usage.category());
            json.append(',');
            appendFigures(json, usage);
            if (usage.isEstimate()) {
                json.append(",\"estimate\":true");
            }
            json.append('}');
            separator = ",";
        }
        json.append("],\"total\":{");
        appendFigures(json, snapshot.total());
        json.append("},\"exactPeaks\":").append(snapshot.exactPeaks());
        json.append(",\"untrackedBlocks\":").append(snapshot.untrackedBlocks());
        json.append(",\"unknownFrees\":").append(snapshot.unknownFrees());
        json.append(",\"overheadBytes\":").append(snapshot.overheadBytes());
        if (!NotTracked.told().isEmpty()) {
            json.append(",\"notTracked\":[");
            separator = "";
            for (NotTracked category : NotTracked.told()) {
                json.append(separator);
                appendString(json, category.category());
                separator = ",";
            }
            json.append(']');
        }
        json.append(",\"freedElsewhere\":").append(snapshot.freedElsewhere());
        json.append(",\"trackedFromStart\":").append(snapshot.fromStart());
        TrackedSince.appendJson(json);
        if (snapshot.tableLimitBytes() > 0) {
            json.append(",\"tableLimitBytes\":").append(snapshot.tableLimitBytes());
        }
        if (snapshot.mallocInUseBytes() != Snapshot.UNKNOWN) {
            json.append(",\"mallocInUseBytes\":").append(snapshot.mallocInUseBytes());
        }
        if (!pools.isEmpty()) {
            json.append(",\"pools\":[");
            separator = "";
            for (Pool pool : pools) {
                json.append(separator);
                appendPool(json, pool);
                separator = ",";
            }
            json.append(']');
        }
        return json.append('}').toString();
    }

    private static void appendPool(StringBuilder json, Pool pool) {
        json.append("{\"allocator\":");
        appendString(json, pool.allocator());
        if (pool.category() != null) {
            json.append(",\"type\":");
            appendString(json, pool.category());
        }
        if (pool.chunks() != Pool.UNKNOWN) {
            json.append(",\"chunks\":").append(pool.chunks());
        }
        json.append(",\"chunkBytes\":").append(pool.chunkBytes());
        if (pool.inUseBytes() != Pool.UNKNOWN) {
            json.append(",\"inUseBytes\":").append(pool.inUseBytes());
        }
        json.append('}');
    }

    private static void appendFigures(StringBuilder json, CategoryUsage usage) {
        json.append("\"reserved\":").append(usage.reserved());
        json.append(",\"committed\":").append(usage.committed());
        json.append(",\"count\":").append(usage.count());
        json.append(",\"peakReserved\":").append(usage.peakReserved());
        json.append(",\"peakCommitted\":").append(usage.peakCommitted());
        json.append(",\"countAtPeak\":").append(usage.countAtPeak());
    }

    /**
     * Writes a string as JSON. What is not {@link SafeText} is escaped, so that the JSON can be shown on a terminal,
     * too, and is valid UTF-8 whatever the string.
     *
     * @param json to which it is added
     * @param value the string
     */
    public static void appendString(StringBuilder json, String value) {
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (!SafeText.isSafe(value, i)) {
                json.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    json.append(Character.forDigit(c >> shift & 15, 16));
                }
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
