package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.RecordingKinds;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Our events are in recordings that name them or are whole configurations, and in no others. */
class JfrRecordingKindsIT {
    private static final String ALL =
            "[Growth, JvmMemory, MappedFile, NativeAllocationSample, NativeFreeSample, NativeMemorySite,"
                    + " NativeMemoryTracking, NativeMemoryUsage, NativeMemoryUsagePeak, NativeMemoryUsageTotal,"
                    + " NativeMemoryUsageTotalPeak, ResidentFacts, ResidentMemory, StartedThreads]";

    // While both run, whatever ends may be the program's own: it does not wait for a reading.
    private static final String ALL_WITHOUT_SAMPLES = "[NativeMemorySite, NativeMemoryTracking, NativeMemoryUsage,"
            + " NativeMemoryUsagePeak, NativeMemoryUsageTotal, NativeMemoryUsageTotalPeak, StartedThreads]";

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void eachKindHasWhatItWants(Jdk jdk) throws IOException {
        Path few = Files.writeString(directory.resolve("few.jfc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0">
                  <event name="jdk.JavaMonitorWait">
                    <setting name="enabled">true</setting>
                  </event>
                </configuration>
                """);

        String out = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("sample=1")
                .run(RecordingKinds.class, few.toString())
                .expectSuccess()
                .out();

        assertThat(out.lines())
                .containsExactly(
                        "one event of the program's: []",
                        "stream: []",
                        "one of ours by name: [NativeMemoryUsageTotal]",
                        "one of ours disabled: []",
                        "configuration: " + ALL,
                        "configuration without two: "
                                + ALL.replace(" NativeMemoryUsage,", "")
                                        .replace("Growth, JvmMemory, MappedFile, ", "")
                                        .replace(" ResidentFacts, ResidentMemory,", ""),
                        "stream of configuration: two totals",
                        "command: " + ALL,
                        "command without settings: []",
                        "command with few settings: " + ALL,
                        "program with few settings: []",
                        "whole beside own: " + ALL_WITHOUT_SAMPLES,
                        "own after whole: []");
    }
}
