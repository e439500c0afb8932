package io.nmt.core.rss.sources;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What {@code /proc/self/status} tells. */
public final class ProcessStatus {
    private ProcessStatus() {}

    /** The largest RSS there was; 0 if the system does not tell. */
    public static long peakRssBytes() {
        return bytes("VmHWM:");
    }

    private static long bytes(String field) {
        try (BufferedReader in = new BufferedReader(new FileReader("/proc/self/status", StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(field)) {
                    return Long.parseLong(line.substring(field.length(), line.length() - "kB".length())
                                    .trim())
                            << 10;
                }
            }
        } catch (IOException e) {
            // As if it were not told.
        }
        return 0;
    }
}
