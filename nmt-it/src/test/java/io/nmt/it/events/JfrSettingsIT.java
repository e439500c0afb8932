package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Churn;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The events obey what is set for them, in the ways in which the JDK's own events are set. */
class JfrSettingsIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void theAgentsOptionSwitchesThemOff(Jdk jdk) throws Exception {
        Path file = directory.resolve("off.jfr");
        ChildJvm jvm = ChildJvm.withoutC2(jdk).agent("jfr=false").options("-XX:StartFlightRecording:filename=" + file);

        Recording recording = recordSteady(jvm, file);

        assertThat(recording.events()).isEmpty();
    }

    @OnOldestAndNewestJdk
    void anEventIsSwitchedOff(Jdk jdk) throws Exception {
        Path settings = settings("""
                <event name="nmt.NativeMemoryUsage">
                  <setting name="enabled">false</setting>
                </event>
                <event name="nmt.NativeMemoryUsageTotalPeak">
                  <setting name="enabled">false</setting>
                </event>
                """);
        Path file = directory.resolve("two.jfr");
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .agent()
                .options("-XX:StartFlightRecording:settings=" + settings + ",filename=" + file);

        Recording recording = recordSteady(jvm, file);

        assertThat(recording.events(Recording.USAGE)).isEmpty();
        assertThat(recording.events(Recording.TOTAL_PEAK)).isEmpty();
        assertThat(recording.events(Recording.TOTAL)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(recording.events(Recording.PEAK)).hasSizeGreaterThanOrEqualTo(2);
    }

    /** The program runs for 15 such periods. */
    @OnOldestAndNewestJdk
    void aShorterPeriod(Jdk jdk) throws Exception {
        Path settings = settings("""
                <event name="nmt.NativeMemoryUsageTotal">
                  <setting name="enabled">true</setting>
                  <setting name="period">100 ms</setting>
                </event>
                <event name="nmt.NativeMemoryUsage">
                  <setting name="enabled">true</setting>
                  <setting name="period">1 h</setting>
                </event>
                """);
        Path file = directory.resolve("period.jfr");
        ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent()
                .options("-XX:StartFlightRecording:settings=" + settings + ",filename=" + file)
                .run(Churn.class)
                .expectExit(0);

        Recording recording = Recording.read(file);
        int chunks = recording.chunks().size();
        long unsafeUsages = recording.events(Recording.USAGE).stream()
                .filter(event -> event.getString("type").equals("Unsafe"))
                .count();
        assertThat(unsafeUsages).as("%s", recording).isBetween(1L, 2L * chunks);
        assertThat(recording.events(Recording.TOTAL)).as("%s", recording).hasSizeGreaterThan(2 * chunks);
    }

    @OnOldestAndNewestJdk
    void ourSettingsFileBesideTheJdks(Jdk jdk) throws Exception {
        Path file = directory.resolve("ours.jfr");
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .agent()
                .options("-XX:StartFlightRecording:settings=default,settings=" + ourSettings()
                        + ",nmt-period=1h,filename=" + file);

        Recording recording = recordSteady(jvm, file);

        assertThat(recording.chunks()).hasSize(1);
        assertThat(recording.events(Recording.TOTAL)).hasSize(2);
        assertThat(recording.events(Recording.TOTAL_PEAK)).hasSize(2);
        assertThat(recording.expectConsistentEmissions()).isEqualTo(2);
    }

    @OnOldestAndNewestJdk
    void ourSettingsFileSwitchesThemOff(Jdk jdk) throws Exception {
        Path file = directory.resolve("ours-off.jfr");
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .agent()
                .options("-XX:StartFlightRecording:settings=default,settings=" + ourSettings()
                        + ",nmt-enabled=false,filename=" + file);

        Recording recording = recordSteady(jvm, file);

        assertThat(recording.events()).isEmpty();
    }

    @OnOldestAndNewestJdk
    void jfrConfigureTakesOurSettingsFile(Jdk jdk) throws Exception {
        Path output = directory.resolve("both.jfc");

        ChildJvm.runTool(
                        jdk,
                        "jfr",
                        "configure",
                        "--input",
                        "default.jfc," + ourSettings(),
                        "--output",
                        output.toString(),
                        "nmt-period=5s",
                        "nmt-rss-period=10m")
                .expectSuccess();

        String both = Files.readString(output);
        assertThat(both).contains("<event name=\"jdk.CPULoad\">");
        for (String name : new String[] {Recording.USAGE, Recording.TOTAL}) {
            assertThat(both)
                    .containsPattern("<event name=\"" + name + "\">\\s+<setting name=\"enabled\"[^>]*>true</setting>"
                            + "\\s+<setting name=\"period\"[^>]*>5 s</setting>");
        }
        assertThat(both)
                .containsPattern("<event name=\"nmt.ResidentMemory\">\\s+<setting name=\"enabled\"[^>]*>true</setting>"
                        + "\\s+<setting name=\"period\"[^>]*>10 m</setting>");
        for (String name : new String[] {Recording.PEAK, Recording.TOTAL_PEAK}) {
            assertThat(both)
                    .containsPattern("<event name=\"" + name + "\">\\s+<setting name=\"enabled\"[^>]*>true</setting>"
                            + "\\s+<setting name=\"period\"[^>]*>everyChunk</setting>");
        }
    }

    private Recording recordSteady(ChildJvm jvm, Path file) throws IOException {
        try (Child child = jvm.start(Steady.class)) {
            child.say("hold");
            child.say("finish");
            child.await().expectExit(0);
        }
        return Recording.read(file);
    }

    private Path settings(String events) throws IOException {
        return Files.writeString(directory.resolve("some.jfc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0">
                %s</configuration>
                """.formatted(events));
    }

    private Path ourSettings() throws IOException {
        Path settings = directory.resolve("nmt.jfc");
        try (InputStream in = JfrSettingsIT.class.getResourceAsStream("/io/nmt/jfr/nmt.jfc")) {
            Files.copy(in, settings);
        }
        return settings;
    }
}
