package io.nmt.cli.export;

import io.nmt.cli.json.JsonReader;
import io.nmt.cli.json.SavedReport;
import io.nmt.core.model.SiteUsage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what the command {@code sites --json} answers. */
public final class LiveSites {
    private LiveSites() {}

    /**
     * Reads it.
     *
     * @param name of the process
     * @param time when it was asked
     * @param json with all sites
     * @return what the process holds
     * @throws IOException if it is something else, with a message for people
     */
    public static Profile read(String name, Instant time, String json) throws IOException {
        try {
            Map<String, Object> answer = JsonReader.object(json);
            List<SiteUsage> live = new ArrayList<>();
            for (Object site : (List<?>) answer.get("sites")) {
                live.add(usage((Map<?, ?>) site));
            }
            return Profile.of(name, time, live, number(answer, "intervalBytes"), number(answer, "lostSamples"));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            throw new IOException("the process did not answer with call sites: " + e.getMessage(), e);
        }
    }

    private static SiteUsage usage(Map<?, ?> fields) {
        return new SiteUsage(
                SavedReport.place(fields, (String) fields.get("type")),
                number(fields, "liveBytes"),
                number(fields, "standardErrorBytes"),
                number(fields, "count"),
                0,
                number(fields, "peakBytes"),
                number(fields, "oldestAgeNanos"),
                0,
                false,
                strings(fields, "threads"),
                0,
                0,
                0);
    }

    private static long number(Map<?, ?> fields, String name) {
        return ((Number) fields.get(name)).longValue();
    }

    private static List<String> strings(Map<?, ?> fields, String name) {
        return ((List<?>) fields.get(name)).stream().map(String::valueOf).toList();
    }
}
