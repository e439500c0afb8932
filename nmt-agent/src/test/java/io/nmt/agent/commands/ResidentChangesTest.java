package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.mappings.PageKinds;
import io.nmt.core.report.Scale;
import io.nmt.core.rss.Accuracy;
import io.nmt.core.rss.ResidentLine;
import io.nmt.core.rss.ResidentMemory;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResidentChangesTest {
    private static final ResidentMemory BEFORE = memory(20, line("Heap", 9000), line("Stacks", 500), line("Files", 70));
    private static final ResidentMemory NOW = memory(23, line("Heap", 4000), line("Stacks", 900));

    @Test
    void theLargestChangeFirstAndThreads() {
        assertThat(new ResidentChanges(BEFORE, NOW).text(Scale.B).lines().map(String::stripTrailing))
                .containsExactly(
                        "",
                        "Resident memory of the process that changed, in bytes",
                        "Component   Resident      +/-         Is",
                        "----------------------------------------",
                        "Heap           4,000   -5,000   estimate",
                        "Stacks           900     +400   estimate",
                        "Files              0      -70      exact",
                        "----------------------------------------",
                        "RSS            4,900   -4,670      exact",
                        "Threads: 23 (+3).");
        assertThat(new ResidentChanges(BEFORE, NOW).json())
                .startsWith("{\"rss\":{\"resident\":4900,\"change\":-4670},\"threads\":23,\"threadsChange\":3,"
                        + "\"components\":[{\"component\":\"Heap\",\"resident\":4000,\"change\":-5000,");
    }

    @Test
    void threadsThatHaveNotChanged() {
        assertThat(new ResidentChanges(NOW, NOW).text(Scale.B)).endsWith("Threads: 23.\n");
        assertThat(new ResidentChanges(NOW, BEFORE).text(Scale.B)).endsWith("Threads: 20 (-3).\n");
    }

    @Test
    void aReadingThatIsMissing() {
        assertThat(new ResidentChanges(null, null).text(Scale.B)).isEmpty();
        assertThat(new ResidentChanges(BEFORE, null).text(Scale.B))
                .contains("could not be read")
                .hasLineCount(2);
        assertThat(new ResidentChanges(null, NOW).json()).isEqualTo("null");
    }

    private static ResidentLine line(String component, long residentBytes) {
        return new ResidentLine(component, 0, 0, residentBytes, Accuracy.ESTIMATE, "");
    }

    private static ResidentMemory memory(int threads, ResidentLine... lines) {
        long rss = 0;
        for (ResidentLine line : lines) {
            rss += line.residentBytes();
        }
        return new ResidentMemory(
                Instant.EPOCH,
                rss,
                rss,
                0,
                PageKinds.NONE,
                threads,
                List.of(lines),
                null,
                "glibc",
                1,
                false,
                1_000_000);
    }
}
