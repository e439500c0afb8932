package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A recording, or a chunk of one: our events in it, in the order of time. */
public final class Recording {
    /** The usage of one category. */
    public static final String USAGE = "nmt.NativeMemoryUsage";

    /** The usage of all together. */
    public static final String TOTAL = "nmt.NativeMemoryUsageTotal";

    /** The most that one category held. */
    public static final String PEAK = "nmt.NativeMemoryUsagePeak";

    /** The most that all held. */
    public static final String TOTAL_PEAK = "nmt.NativeMemoryUsageTotalPeak";

    /** The four. */
    public static final List<String> ALL = List.of(USAGE, TOTAL, PEAK, TOTAL_PEAK);

    // In a chunk's header: "FLR\\0", the version as two shorts, the chunk's size as a long.
    private static final int CHUNK_SIZE_OFFSET = 8;

    private final Path file;
    private final List<RecordedEvent> events = new ArrayList<>();
    private final List<EventType> types = new ArrayList<>();

    private Recording(Path file) {
        this.file = file;
    }

    /** Reads a file. */
    public static Recording read(Path file) throws IOException {
        Recording recording = new Recording(file);
        try (RecordingFile in = new RecordingFile(file)) {
            recording.types.addAll(in.readEventTypes());
            while (in.hasMoreEvents()) {
                RecordedEvent event = in.readEvent();
                if (event.getEventType().getName().startsWith("nmt.")) {
                    recording.events.add(event);
                }
            }
        }
        recording.events.sort(Comparator.comparing(RecordedEvent::getStartTime));
        return recording;
    }

    /** Takes the file apart into its chunks. */
    public List<Recording> chunks() throws IOException {
        Path directory = Files.createTempDirectory("chunks");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        List<Recording> chunks = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int size = Math.toIntExact(bytes.getLong(bytes.position() + CHUNK_SIZE_OFFSET));
            Path chunk = directory.resolve("chunk" + chunks.size() + ".jfr");
            Files.write(chunk, Arrays.copyOfRange(bytes.array(), bytes.position(), bytes.position() + size));
            chunks.add(read(chunk));
            Files.delete(chunk);
            bytes.position(bytes.position() + size);
        }
        Files.delete(directory);
        return chunks;
    }

    /** Returns all our events. */
    public List<RecordedEvent> events() {
        return events;
    }

    /** Returns our events of one type. */
    public List<RecordedEvent> events(String type) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .toList();
    }

    /** Returns the description of an event type. */
    public EventType type(String name) {
        return types.stream()
                .filter(type -> type.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No event type " + name + " in " + file));
    }

    /** Returns what was recorded last, per category and under "Total": current figures and peaks. */
    public Map<String, CategoryUsage> last() {
        Map<String, CategoryUsage> last = new LinkedHashMap<>();
        for (String category : categories()) {
            last.put(category, last(category, USAGE, PEAK));
        }
        last.put("Total", last("Total", TOTAL, TOTAL_PEAK));
        return last;
    }

    private Set<String> categories() {
        Set<String> categories = new HashSet<>();
        for (RecordedEvent event : events(USAGE)) {
            categories.add(event.getString("type"));
        }
        return categories;
    }

    private CategoryUsage last(String category, String usageType, String peakType) {
        RecordedEvent usage = lastEvent(usageType, category);
        RecordedEvent peak = lastEvent(peakType, category);
        return new CategoryUsage(
                category,
                usage.getLong("reserved"),
                usage.getLong("committed"),
                usage.getLong("count"),
                peak.getLong("peakReserved"),
                peak.getLong("peakCommitted"),
                peak.getLong("countAtPeak"));
    }

    private RecordedEvent lastEvent(String type, String category) {
        return events(type).stream()
                .filter(event -> !event.hasField("type") || category.equals(event.getString("type")))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("No " + type + " of " + category + " in " + this));
    }

    /** Fails unless every emission's categories add up to its total. Returns how many emissions there are. */
    public int expectConsistentEmissions() {
        int emissions = 0;
        Map<String, RecordedEvent> emission = new LinkedHashMap<>();
        for (RecordedEvent event : events) {
            switch (event.getEventType().getName()) {
                case USAGE -> {
                    RecordedEvent before = emission.put(event.getString("type"), event);
                    assertThat(before)
                            .as("a second one before the total in %s", this)
                            .isNull();
                }
                case TOTAL -> {
                    for (String field : List.of("reserved", "committed", "count")) {
                        assertThat(event.getLong(field))
                                .as("%s of the emission at %s in %s", field, event.getStartTime(), this)
                                .isEqualTo(sum(emission, field));
                    }
                    emission.clear();
                    emissions++;
                }
                default -> {}
            }
        }
        assertThat(emission).as("without a total in %s", this).isEmpty();
        return emissions;
    }

    private static long sum(Map<String, RecordedEvent> emission, String field) {
        return emission.values().stream()
                .mapToLong(event -> event.getLong(field))
                .sum();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file.toString());
        events.forEach(event -> text.append('\n').append(event));
        return text.toString();
    }
}
