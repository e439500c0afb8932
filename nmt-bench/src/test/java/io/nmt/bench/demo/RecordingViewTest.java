package io.nmt.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingViewTest {
    private static final String CATEGORY = "Leaky Cache";

    @Test
    void saysOnlyWhatTheRecordingHas() {
        List<PrintedEvent> events = new ArrayList<>(usage("Unsafe", 9));
        assertThat(RecordingView.meaning(events, CATEGORY)).isEqualTo("there is nothing of \"Leaky Cache\".");
        events.addAll(usage(CATEGORY, 3));
        assertThat(RecordingView.meaning(events, CATEGORY))
                .isEqualTo("\"Leaky Cache\" has 3 blocks, of which none was sampled: their call site is not known.");
        events.addAll(usage(CATEGORY, 25));
        events.addAll(site("Unsafe", "Other.get(Other.java:1)"));
        events.addAll(site(CATEGORY, "Cache.get(Cache.java:7)"));
        assertThat(RecordingView.meaning(events, CATEGORY).lines())
                .containsExactly(
                        "\"Leaky Cache\" went from 3 to 25 blocks, taken at",
                        "    Cache.get(Cache.java:7) (its nmt.NativeMemorySite, above).");
    }

    private static List<PrintedEvent> usage(String type, int count) {
        return PrintedEvent.parse(
                List.of("nmt.NativeMemoryUsage {", "  type = \"" + type + "\"", "  count = " + count, "}"));
    }

    private static List<PrintedEvent> site(String type, String site) {
        return PrintedEvent.parse(
                List.of("nmt.NativeMemorySite {", "  type = \"" + type + "\"", "  topFrame = \"" + site + "\"", "}"));
    }
}
