package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.jfr.WrittenRecording;
import io.nmt.report.page.RecordedCourse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that another version of the agent has written, another agent, or a forger: the rest is told. */
class EventFieldsTest {
    private static final String STACK = "com.acme.Codec.encode(Codec.java:12)";
    private static final Set<String> OF_ALL = Set.of("startTime", "duration", "eventThread", "stackTrace");

    @TempDir
    private Path directory;

    private final List<EventData> events = new ArrayList<>();
    private final Set<String> fields = new TreeSet<>(); // event and field

    @BeforeEach
    void record() throws IOException {
        Path file = directory.resolve("all.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 0);
            recording.usage("Arena", 600, 500, 5);
            recording.total(600, 500, 5);
            recording.peak("Arena", 700, 7);
            recording.site(1, 1, "Arena", STACK, 500, 5);
            recording.scope(1, "tenant=acme", 300, 900);
            recording.threads("pool-N-thread-N", 12);
            recording.handles("com.acme.Thing", 100, 30, 10, STACK);
            recording.pool(1, "Large", 9, 900, 800);
            recording.pooledSite(1, 7, STACK, 800, null);
            recording.allocator(1, "ROOT", 0, 900, -1);
            recording.resident(1, "Java Heap", 40);
            recording.resident(1, "RSS", 40);
            recording.pressure("cgroup limit", 90, 100);
            recording.allocated(1, "Arena", 4096, 100, 5);
            recording.freed(1, "Arena", 4096, 100, 5);
        }
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String name = event.getEventType().getName();
                events.add(new JfrEvent(event));
                for (ValueDescriptor field : event.getFields()) {
                    if (name.startsWith("nmt.") && !OF_ALL.contains(field.getName())) {
                        fields.add(name + " " + field.getName());
                    }
                }
            }
        }
    }

    @Test
    void eachFieldOfEachEventMayBeMissing() throws IOException {
        assertThat(fields).hasSizeGreaterThan(100);
        for (String each : fields) {
            String event = each.substring(0, each.indexOf(' '));
            Snapshot last = read(event, each.substring(each.indexOf(' ') + 1), null);

            assertThat(last.untrackedBlocks()).as(each).isNotNegative();
            assertThat(last.total().committed()).as(each).isBetween(0L, 500L);
            assertThat(last.coverage().sentences()).as(each).hasSizeLessThanOrEqualTo(1);
        }
        assertThat(read("nmt.Other", "any", null).coverage().sentences()).isEmpty();
    }

    @Test
    void amountsThatCannotBe() throws IOException {
        for (long forged : new long[] {-5, Long.MIN_VALUE, Long.MAX_VALUE}) {
            for (String each : List.of("reserved", "committed", "count")) {
                Snapshot last = read("nmt.NativeMemoryUsage", each, forged);
                assertThat(last.categories()).isEmpty();
                assertThat(last.total().committed()).isEqualTo(500);
                assertThat(last.coverage().sentences())
                        .containsExactly("Not read: events nmt.NativeMemoryUsage (no usable " + each + ").");
                assertThat(last.coverage().isUnread("nmt.NativeMemoryUsage")).isTrue();
            }
            for (String each : List.of("liveBytes", "standardError", "count", "peak")) {
                assertThat(course("nmt.NativeMemorySite", each, forged)
                                .memory()
                                .last()
                                .sites())
                        .extracting(SiteUsage::liveBytes)
                        .doesNotContain(forged);
            }
        }
    }

    @Test
    void figuresOfOneEventAreUnknownAndOthersStay() throws IOException {
        Snapshot last = read("nmt.NativeMemoryTracking", "exactPeaks", null);
        assertThat(last.exactPeaks()).isFalse();
        assertThat(last.overheadBytes()).isEqualTo(100_000);
        assertThat(last.categories()).extracting(CategoryUsage::committed).containsExactly(500L);
        assertThat(last.coverage().sentences())
                .containsExactly("Not read: events nmt.NativeMemoryTracking (unknown: exactPeaks).");
        assertThat(last.coverage().isUnread("nmt.NativeMemoryTracking")).isFalse();

        RecordedCourse course = course("nmt.StartedThreads", "idle", null);
        assertThat(course.made().threads().groups()).isEmpty();
        assertThat(course.memory().last().sites())
                .extracting(SiteUsage::liveBytes)
                .containsExactly(500L);
    }

    private Snapshot read(String event, String field, Long forged) throws IOException {
        return course(event, field, forged).memory().last().snapshot();
    }

    /** Reads all events, in one kind of which a field is missing, or forged. */
    private RecordedCourse course(String event, String field, Long forged) throws IOException {
        List<EventData> changed = new ArrayList<>();
        for (EventData each : events) {
            changed.add(each.name().equals(event) ? new Changed(each, field, forged) : each);
        }
        return RecordingReader.read(changed);
    }

    /** An event without a field, of which the JDK's parser throws an exception; or with another number in it. */
    private record Changed(EventData event, String field, Long forged) implements EventData {
        @Override
        public String name() {
            return event.name();
        }

        @Override
        public Instant getStartTime() {
            return event.getStartTime();
        }

        @Override
        public Duration getDuration() {
            return event.getDuration();
        }

        @Override
        public boolean hasField(String name) {
            return (forged != null || !name.equals(field)) && event.hasField(name);
        }

        private String known(String name) {
            if (name.equals(field)) {
                throw new IllegalArgumentException("Could not find field with name " + name);
            }
            return name;
        }

        @Override
        public String getString(String name) {
            return event.getString(known(name));
        }

        @Override
        public long getLong(String name) {
            return forged != null && name.equals(field) ? forged : event.getLong(known(name));
        }

        @Override
        public boolean getBoolean(String name) {
            return event.getBoolean(known(name));
        }

        @Override
        public Duration getDuration(String name) {
            return event.getDuration(known(name));
        }

        @Override
        public long committedSize(String name) {
            return event.committedSize(known(name));
        }

        @Override
        public List<Frame> frames() {
            return event.frames();
        }
    }
}
