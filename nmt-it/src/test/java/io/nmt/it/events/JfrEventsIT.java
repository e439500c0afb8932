package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Churn;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.DataAmount;
import jdk.jfr.EventType;
import jdk.jfr.Experimental;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;

/** The values of the events, and their look in JFR's own reader and tool. */
class JfrEventsIT {
    // Before JDK 22, JFR gives every event that is a Java class the latter three, the JDK's own memory events included.
    private static final List<String> IMPLICIT_FIELDS = List.of("startTime");
    private static final List<String> OLD_IMPLICIT_FIELDS =
            List.of("startTime", "duration", "eventThread", "stackTrace");

    private static final List<String> CURRENT = List.of("reserved", "committed", "count");
    private static final List<String> AT_PEAK = List.of("peakReserved", "peakCommitted", "countAtPeak");

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void typesAndFields(Jdk jdk) throws Exception {
        Recording recording = Recording.read(record(jdk).file);

        List<String> implicit = jdk.feature() >= 22 ? IMPLICIT_FIELDS : OLD_IMPLICIT_FIELDS;
        assertFields(recording.type(Recording.USAGE), implicit, "type", CURRENT);
        assertFields(recording.type(Recording.TOTAL), implicit, null, CURRENT);
        assertFields(recording.type(Recording.PEAK), implicit, "type", AT_PEAK);
        assertFields(recording.type(Recording.TOTAL_PEAK), implicit, null, AT_PEAK);
        for (String name : Recording.ALL) {
            EventType type = recording.type(name);
            assertThat(type.getCategoryNames()).as(name).containsExactly("Java Virtual Machine", "Memory");
            assertThat(type.getAnnotation(Experimental.class) != null).as(name).isEqualTo(name.endsWith("Peak"));
            assertThat(recording.events(name)).as(name).isNotEmpty();
        }
        for (RecordedEvent event : recording.events()) {
            assertThat(event.getDuration()).as("%s", event).isZero();
            if (!event.getEventType().getName().equals("nmt.NativeAllocationSample")) {
                assertThat(event.getStackTrace()).as("%s", event).isNull();
            }
        }
    }

    private static void assertFields(EventType type, List<String> implicit, String typeField, List<String> figures) {
        List<String> expected = new ArrayList<>(implicit);
        if (typeField != null) {
            expected.add(typeField);
            assertThat(type.getField(typeField).getTypeName()).isEqualTo("java.lang.String");
        }
        expected.addAll(figures);
        assertThat(type.getFields()).extracting(ValueDescriptor::getName).isEqualTo(expected);
        for (String name : figures) {
            ValueDescriptor field = type.getField(name);
            assertThat(field.getTypeName()).as(name).isEqualTo("long");
            DataAmount amount = field.getAnnotation(DataAmount.class);
            if (name.startsWith("count")) {
                assertThat(amount).as(name).isNull();
            } else {
                assertThat(amount.value()).as(name).isEqualTo(DataAmount.BYTES);
            }
        }
    }

    @OnOldestAndNewestJdk
    void theLastEmissionIsTrue(Jdk jdk) throws Exception {
        Recorded recorded = record(jdk);
        Map<String, CategoryUsage> last = Recording.read(recorded.file).last();

        for (String category : List.of("Unsafe", "Direct Buffer", "Index", "Region")) {
            assertThat(last).containsEntry(category, recorded.held.category(category));
        }
        assertThat(last.get("Unsafe").committed()).isEqualTo((1 << 20) + 61);
        assertThat(last.get("Direct Buffer").committed()).isEqualTo(2 * (1 << 20) + 1);
        assertThat(last.get("Index").count()).isEqualTo(1);
        assertThat(last.get("Region").reserved()).isEqualTo(1 << 20);
        assertThat(last.get("Region").committed()).isEqualTo(4096);
        // The main thread has ended, and its buffer with it.
        assertThat(last.get("NIO Temporary Buffer").committed()).isZero();
        assertThat(last.get("NIO Temporary Buffer").peakCommitted()).isGreaterThanOrEqualTo(10_000);
        assertThat(last.get("Total").peakCommitted())
                .isBetween(5L << 20, recorded.held.total().peakCommitted());
    }

    @OnOldestAndNewestJdk
    void everyCategoryThatWasUsedStays(Jdk jdk) throws Exception {
        Recorded recorded = record(jdk);
        Recording recording = Recording.read(recorded.file);

        List<RecordedEvent> usages = recording.events(Recording.USAGE);
        List<RecordedEvent> lastEmission =
                usages.subList(usages.size() - recorded.held.categories().size(), usages.size());
        assertThat(lastEmission)
                .extracting(event -> event.getString("type"))
                .containsExactlyElementsOf(recorded.held.categories().stream()
                        .map(CategoryUsage::category)
                        .toList());
    }

    @OnOldestAndNewestJdk
    void theToolShowsThem(Jdk jdk) throws Exception {
        Recorded recorded = record(jdk);
        String file = recorded.file.toString();

        String print = jfr(jdk, "print", "--events", "nmt.*", file);
        for (String name : Recording.ALL) {
            assertThat(print).contains(name + " {");
        }
        // 2 MiB + 1, with the unit that @DataAmount gives it
        assertThat(print)
                .containsPattern("type = \"Direct Buffer\"\\s+reserved = 2.0 MB\\s+committed = 2.0 MB\\s+count = 1");
        assertThat(jfr(jdk, "print", "--events", "nmt.NativeMemory*", file)).doesNotContain("stackTrace");

        String summary = jfr(jdk, "summary", file);
        for (String name : Recording.ALL) {
            assertThat(summary).containsPattern(" " + name + " +[1-9]");
        }

        JsonNode events = new ObjectMapper()
                .readTree(jfr(jdk, "print", "--json", "--events", Recording.USAGE, file))
                .at("/recording/events");
        long lastUnsafe = -1;
        for (JsonNode event : events) {
            if (event.at("/values/type").asText().equals("Unsafe")) {
                lastUnsafe = event.at("/values/committed").asLong();
            }
        }
        assertThat(lastUnsafe).isEqualTo((1 << 20) + 61);
    }

    private static String jfr(Jdk jdk, String... arguments) {
        return ChildJvm.runTool(jdk, "jfr", arguments).expectSuccess().out();
    }

    /** Figures change all the time, so no two snapshots are alike. */
    @OnOldestAndNewestJdk
    void allEventsOfAnEmissionComeFromOneSnapshot(Jdk jdk) throws Exception {
        Path file = directory.resolve("churn.jfr");
        ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent()
                .options("-XX:StartFlightRecording:filename=" + file
                        + ",+nmt.NativeMemoryUsage#enabled=true,+nmt.NativeMemoryUsageTotal#enabled=true"
                        + ",+nmt.NativeMemoryUsage#period=20ms,+nmt.NativeMemoryUsageTotal#period=20ms")
                .run(Churn.class)
                .expectExit(0);

        int emissions = Recording.read(file).expectConsistentEmissions();

        // More than the two of the chunk's begin and end.
        assertThat(emissions).isGreaterThan(2);
    }

    private Recorded record(Jdk jdk) {
        Path file = directory.resolve("steady.jfr");
        Outcome outcome = SteadyRecording.to(file, jdk);
        return new Recorded(file, Figures.at("holding", outcome));
    }

    private record Recorded(Path file, Snapshot held) {}
}
