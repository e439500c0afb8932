package io.nmt.it.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.events.ResidentRecording;
import io.nmt.it.events.SteadyRecording;
import io.nmt.it.programs.Hello;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import jdk.jfr.DataAmount;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;

/** Resident memory in recordings: every emission is one reading, and adds up. */
class ResidentMemoryEventsIT {
    private static final String RSS = "RSS";
    private static final int MIB = 1 << 20;
    private static final long MOVED_BYTES = 64 << 10;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void eachReadingAddsUp(Jdk jdk) throws IOException {
        Path file = directory.resolve("rss.jfr");
        int awaited = 3; // once the program holds its buffer
        ResidentRecording.to(file, jdk, 64, awaited);

        Map<Integer, List<RecordedEvent>> readings = readings(file);

        assertThat(readings).hasSizeGreaterThanOrEqualTo(awaited);
        assertThat(readings.keySet()).containsExactlyElementsOf(numbers(readings.size()));
        for (List<RecordedEvent> reading : readings.values()) {
            RecordedEvent rss = reading.get(reading.size() - 1);
            List<RecordedEvent> lines = reading.subList(0, reading.size() - 1);
            assertThat(rss.getString("component")).isEqualTo(RSS);
            assertThat(lines.stream()
                            .mapToLong(line -> line.getLong("resident"))
                            .sum())
                    .isEqualTo(rss.getLong("resident"));
            assertThat(reading)
                    .extracting(line -> line.getString("component"))
                    .doesNotHaveDuplicates()
                    .contains("Code Cache", "Metaspace", "Thread Stacks", "Unaccounted");
            assertThat(reading).allSatisfy(line -> {
                assertThat(line.getLong("reserved")).isNotNegative();
                assertThat(line.getLong("committed")).isNotNegative();
                assertThat(line.getLong("resident")).isNotNegative();
                assertThat(line.getDuration("took")).isPositive();
                assertThat(line.getString("accuracy")).isIn("exact", "at most", "estimate");
            });
        }
        // The first of those may have begun while the buffer was still being zeroed.
        for (int number = readings.size() - awaited + 2; number <= readings.size(); number++) {
            RecordedEvent direct = line(readings.get(number), "Direct Buffer");
            assertThat(direct.getLong("committed")).isEqualTo(64 * MIB);
            // A page that the kernel is just moving is not in memory.
            assertThat(direct.getLong("resident")).isBetween(64L * MIB - MOVED_BYTES, 65L * MIB);
        }
    }

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    private static RecordedEvent line(List<RecordedEvent> reading, String component) {
        return reading.stream()
                .filter(event -> event.getString("component").equals(component))
                .findFirst()
                .orElseThrow();
    }

    /** By their numbers, in the order of time. */
    private static Map<Integer, List<RecordedEvent>> readings(Path file) throws IOException {
        Map<Integer, List<RecordedEvent>> readings = new TreeMap<>();
        for (RecordedEvent event : Recording.read(file).events(ResidentRecording.EVENT)) {
            readings.computeIfAbsent(event.getInt("reading"), number -> new ArrayList<>())
                    .add(event);
        }
        return readings;
    }

    @OnOldestAndNewestJdk
    void typesAndFields(Jdk jdk) throws IOException {
        Path file = directory.resolve("short.jfr");
        SteadyRecording.to(file, jdk);
        Recording recording = Recording.read(file);

        EventType type = recording.type(ResidentRecording.EVENT);

        assertThat(type.getCategoryNames()).containsExactly("Java Virtual Machine", "Memory");
        assertThat(type.getFields())
                .extracting(ValueDescriptor::getName)
                .startsWith("startTime")
                .endsWith("reading", "component", "reserved", "committed", "resident", "accuracy", "took");
        for (String name : List.of("reserved", "committed", "resident")) {
            assertThat(type.getField(name).getAnnotation(DataAmount.class).value())
                    .as(name)
                    .isEqualTo(DataAmount.BYTES);
        }
        // One reading at the end, of the moment of the other figures.
        Map<Integer, List<RecordedEvent>> readings = readings(file);
        assertThat(readings).containsOnlyKeys(1);
        assertThat(line(readings.get(1), "Direct Buffer").getLong("committed"))
                .isEqualTo(recording.last().get("Direct Buffer").committed());
    }

    /**
     * A program's own recording beside it does not wait, nor does one that has disabled the event load anything of it.
     */
    @OnOldestAndNewestJdk
    void aRecordingWithoutTheEventLoadsNothingOfIt(Jdk jdk) {
        String out = ChildJvm.withoutC2(jdk)
                .agent("history=off") // which reads resident memory, too, where the program takes seconds
                .options(
                        "-XX:StartFlightRecording:filename=" + directory.resolve("hello.jfr")
                                + ",+nmt.ResidentMemory#enabled=false",
                        "-Xlog:class+load")
                .run(Hello.class)
                .expectExit(0)
                .out();

        assertThat(out)
                .contains("io.nmt.agent.jfr.ResidentMemoryComponent")
                .doesNotContain("io.nmt.agent.report.reading.division.Waterfall", "sun.management.");
    }

    @OnOldestAndNewestJdk
    void ourSettingsFileSetsThePeriod(Jdk jdk) throws IOException {
        Path settings = directory.resolve("nmt.jfc");
        try (InputStream in = ResidentMemoryEventsIT.class.getResourceAsStream("/io/nmt/jfr/nmt.jfc")) {
            Files.copy(in, settings);
        }
        Path file = directory.resolve("settings.jfr");

        ResidentRecording.to(file, jdk, 1, 1, "settings=default,settings=" + settings + ",nmt-rss-period=1s");

        assertThat(readings(file)).isNotEmpty();
    }

    /** JFR runs the hooks of all periodic events on one thread, where the others would wait. */
    @OnOldestAndNewestJdk
    void aReadingHasAThreadOfItsOwn(Jdk jdk) throws IOException {
        assumeTrue(jdk.feature() < 22, "later, the event does not tell");
        Path file = directory.resolve("thread.jfr");
        ResidentRecording.to(file, jdk, 1, 1);

        assertThat(readings(file).get(1))
                .extracting(event -> event.getThread().getJavaName())
                .containsOnly("nmt resident memory");
    }
}
