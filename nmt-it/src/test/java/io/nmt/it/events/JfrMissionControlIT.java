package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.IDescribable;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.internal.EventArray;
import org.openjdk.jmc.flightrecorder.internal.FlightRecordingLoader;

/** The events as JDK Mission Control sees them: the same parser. */
class JfrMissionControlIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void bytesAreMemoryQuantities(Jdk jdk) throws Exception {
        Map<String, EventArray> events = load(record(jdk), false);

        assertThat(events).containsOnlyKeys(Recording.ALL);
        for (String name : Recording.ALL) {
            assertThat(events.get(name).getTypeCategory()).as(name).containsExactly("Java Virtual Machine", "Memory");
        }
        assertField(events.get(Recording.USAGE), "type", "Memory Type", UnitLookup.PLAIN_TEXT);
        assertField(events.get(Recording.PEAK), "type", "Memory Type", UnitLookup.PLAIN_TEXT);
        for (String name : List.of(Recording.USAGE, Recording.TOTAL)) {
            assertField(events.get(name), "reserved", "Reserved Memory", UnitLookup.MEMORY);
            assertField(events.get(name), "committed", "Committed Memory", UnitLookup.MEMORY);
            assertField(events.get(name), "count", "Live Blocks", UnitLookup.RAW_NUMBER);
        }
        for (String name : List.of(Recording.PEAK, Recording.TOTAL_PEAK)) {
            assertField(events.get(name), "peakReserved", "Peak Reserved Memory", UnitLookup.MEMORY);
            assertField(events.get(name), "peakCommitted", "Peak Committed Memory", UnitLookup.MEMORY);
            assertField(events.get(name), "countAtPeak", "Live Blocks at Peak", UnitLookup.RAW_NUMBER);
        }
    }

    private static void assertField(EventArray events, String field, String label, Object contentType) {
        Map.Entry<IAccessorKey<?>, ? extends IDescribable> found = entry(events.getType(), field);
        assertThat(found.getKey().getContentType()).as(field).isEqualTo(contentType);
        assertThat(found.getValue().getName()).as(field).isEqualTo(label);
    }

    private static Map.Entry<IAccessorKey<?>, ? extends IDescribable> entry(IType<IItem> type, String field) {
        for (Map.Entry<IAccessorKey<?>, ? extends IDescribable> entry :
                type.getAccessorKeys().entrySet()) {
            if (entry.getKey().getIdentifier().equals(field)) {
                return entry;
            }
        }
        throw new NoSuchElementException(field + " in " + type.getAccessorKeys());
    }

    @OnOldestAndNewestJdk
    void figuresAreTheRecordedOnes(Jdk jdk) throws Exception {
        EventArray usages = load(record(jdk), false).get(Recording.USAGE);
        IType<IItem> type = usages.getType();

        long lastUnsafe = -1;
        for (IItem usage : usages.getEvents()) {
            Object category = type.getAccessor(entry(type, "type").getKey()).getMember(usage);
            if ("Unsafe".equals(category)) {
                IQuantity committed = (IQuantity)
                        type.getAccessor(entry(type, "committed").getKey()).getMember(usage);
                lastUnsafe = committed.longValueIn(UnitLookup.BYTE);
            }
        }
        assertThat(lastUnsafe).isEqualTo((1 << 20) + 61);
    }

    @OnOldestAndNewestJdk
    void peaksAreExperimental(Jdk jdk) throws Exception {
        Path file = record(jdk);

        assertThat(load(file, true)).containsOnlyKeys(Recording.USAGE, Recording.TOTAL);
    }

    private Path record(Jdk jdk) {
        Path file = directory.resolve("steady.jfr");
        SteadyRecording.to(file, jdk);
        return file;
    }

    @OnOldestAndNewestJdk
    void residentMemory(Jdk jdk) throws Exception {
        Path file = directory.resolve("rss.jfr");
        ResidentRecording.to(file, jdk, 1, 1);

        EventArray events = load(file, true, List.of(ResidentRecording.EVENT)).get(ResidentRecording.EVENT);

        assertThat(events.getTypeCategory()).containsExactly("Java Virtual Machine", "Memory");
        assertField(events, "component", "Component", UnitLookup.PLAIN_TEXT);
        assertField(events, "reserved", "Reserved Memory", UnitLookup.MEMORY);
        assertField(events, "committed", "Committed Memory", UnitLookup.MEMORY);
        assertField(events, "resident", "Resident Memory", UnitLookup.MEMORY);
        assertField(events, "accuracy", "Accuracy", UnitLookup.PLAIN_TEXT);
        assertField(events, "reading", "Reading", UnitLookup.NUMBER);
    }

    private static Map<String, EventArray> load(Path file, boolean hideExperimental)
            throws IOException, CouldNotLoadRecordingException {
        return load(file, hideExperimental, Recording.ALL);
    }

    /** Some kinds of events, without those that are in the file as a mere description. */
    private static Map<String, EventArray> load(Path file, boolean hideExperimental, List<String> names)
            throws IOException, CouldNotLoadRecordingException {
        Map<String, EventArray> byName = new TreeMap<>();
        try (InputStream in = Files.newInputStream(file)) {
            for (EventArray events : FlightRecordingLoader.loadStream(in, hideExperimental, false)
                    .getArrays()) {
                String name = events.getType().getIdentifier();
                if (names.contains(name) && events.getEvents().length > 0) {
                    byName.put(name, events);
                }
            }
        }
        return byName;
    }
}
