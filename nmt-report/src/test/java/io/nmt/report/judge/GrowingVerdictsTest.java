package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Component;
import io.nmt.report.reading.ResidentHistory;
import io.nmt.report.reading.ResidentReading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of processes whose earlier readings are known, and what is said first. */
class GrowingVerdictsTest {
    /** A large heap that stays as it is explains no growth. */
    @Test
    void whatHasGrownComesFirst() {
        ResidentHistory.Reading before = Readings.of(Component.JAVA_HEAP, 3000, Component.NATIVE_LIBRARIES, 100)
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 3010, Component.NATIVE_LIBRARIES, 700)
                .tracking()
                .at(60);
        Readings hardly = Readings.of(Component.JAVA_HEAP, 3000, Component.NATIVE_LIBRARIES, 150)
                .tracking()
                .at(60);

        List<String> said = Readings.said(Verdicts.of(now.reading(), List.of(before)));
        assertThat(said.get(0))
                .startsWith("Native")
                .contains(", 600MB more than 60 s ago")
                .doesNotContain("a minute");
        assertThat(said.get(1)).startsWith("Java Heap").doesNotContain("more than");
        assertThat(Readings.said(Verdicts.of(hardly.reading(), List.of(before))).get(0))
                .startsWith("Java Heap");
    }

    /**
     * Native memory of these sizes, in a process with a heap of 1.5 GB that does nothing. Readings are a minute apart.
     */
    private static List<String> idleHeapAnd(boolean tracking, long... megabytes) {
        List<ResidentHistory.Reading> earlier = new ArrayList<>();
        for (int i = 0; ; i++) {
            Readings readings = Readings.of(
                            Component.JAVA_HEAP,
                            1500,
                            Component.JVM_MALLOC,
                            12,
                            Component.NATIVE_LIBRARIES,
                            megabytes[i])
                    .at(60L * i);
            if (tracking) {
                readings.tracking();
            }
            if (i == megabytes.length - 1) {
                return Readings.said(Verdicts.of(readings.reading(), earlier));
            }
            earlier.add(readings.earlier());
        }
    }

    /** It was told last, or not at all: it is less than a tenth, and in the beginning less than a 33rd, of RSS. */
    @Test
    void aSteadyLeakComesBeforeAnIdleHeap() {
        for (boolean tracking : new boolean[] {true, false}) {
            List<String> said = idleHeapAnd(tracking, 2, 12, 22, 32, 42);

            assertThat(said.get(0))
                    .startsWith("Native Libraries malloc: ")
                    .contains("growing steadily: 40MB more than 4 min ago, 10MB a minute by 5 readings");
            assertThat(said.get(1)).startsWith("Java Heap").doesNotContain("growing", "more than");
        }
    }

    @Test
    void anIdleHeapWithoutALeakIsFirst() {
        for (long[] quiet :
                new long[][] {{30, 30, 30, 30}, {30, 34, 29, 36, 30, 33}, {30, 60, 60, 60}, {60, 30}, {30, 60}}) {
            assertThat(idleHeapAnd(true, quiet).get(0)).startsWith("Java Heap");
            assertThat(idleHeapAnd(true, quiet)).noneMatch(said -> said.contains("steadily"));
        }
    }

    /** The estimate of what the JVM takes swallows the first MB of a leak, and as much of its growth. */
    @Test
    void withoutHotSpotsTrackingGrowthIsThatOfAllMallocThatIsNotJavaCodes() {
        List<ResidentHistory.Reading> earlier = new ArrayList<>();
        earlier.add(Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 4, Component.NATIVE_LIBRARIES, 0)
                .at(0)
                .earlier());
        earlier.add(Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 20, Component.NATIVE_LIBRARIES, 4)
                .at(20)
                .earlier());
        Readings now = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 24, Component.NATIVE_LIBRARIES, 20)
                .at(40);

        List<String> said = Readings.said(Verdicts.of(now.reading(), earlier));
        assertThat(said.get(0))
                .startsWith("Native Libraries malloc: 20MB of malloc's memory is not Java code's, beside the 24MB that"
                        + " such a JVM is estimated to take; both together growing steadily: 40MB more than 40 s ago,"
                        + " 60MB a minute by 3 readings: native libraries hold it");
        assertThat(said).anyMatch(jvm -> jvm.startsWith("JVM malloc: the JVM itself holds an estimated 24MB"));
        assertThat(said.subList(1, said.size())).noneMatch(other -> other.contains("growing"));
    }

    /** With HotSpot's tracking: a library that maps memory by itself fills first what the JVM may have mapped. */
    @Test
    void mappingsThatGrowAreNotKnownToBeTheJvms() {
        List<ResidentHistory.Reading> earlier = new ArrayList<>();
        for (int second = 0; second < 40; second += 12) {
            earlier.add(
                    Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 20, Component.JVM_MAPPINGS, 3 + second)
                            .tracking()
                            .at(second)
                            .earlier());
        }
        Readings now = Readings.of(
                        Component.JAVA_HEAP,
                        100,
                        Component.JVM_MALLOC,
                        20,
                        Component.JVM_MAPPINGS,
                        51,
                        Component.UNACCOUNTED,
                        0)
                .line(Component.LIBRARIES.label(), 5, "libduckdb.so")
                .tracking()
                .at(48);

        List<String> said = Readings.said(Verdicts.of(now.reading(), earlier));
        assertThat(said)
                .anyMatch(
                        other -> other.startsWith("Unaccounted: 51MB is anonymous memory of which it is not known what"
                                        + " has mapped it, with the 51MB that may be the JVM's, growing steadily")
                                && other.contains("; loaded are libduckdb.so"))
                .anyMatch(jvm -> jvm.startsWith("JVM malloc: the JVM itself holds at most 71MB")
                        && jvm.contains("; 51MB of it are mappings that may be a native library's")
                        && !jvm.contains("growing"));
    }

    @Test
    void whatGrowthRestsOn() {
        ResidentHistory.Reading first =
                Readings.of(Component.JAVA_HEAP, 100).at(0).earlier();
        ResidentHistory.Reading second =
                Readings.of(Component.JAVA_HEAP, 130).at(60).earlier();
        ResidentReading now = Readings.of(Component.JAVA_HEAP, 160).at(121).reading();

        assertThat(Verdicts.basisLeft(now, List.of()))
                .isEqualTo("Resident memory was not read before: what of it grew is not told.");
        assertThat(Verdicts.basisLeft(now, List.of(first))).endsWith("it is too early to tell whether that goes on.");
        assertThat(Verdicts.basis(now, List.of(), false))
                .isEqualTo("Too early to tell what grows: ask again in 10 s or later.");
        assertThat(Verdicts.basis(now, List.of(first), false))
                .isEqualTo("RSS is 60MB more than 2 min 1 s ago, at the only earlier reading: it is too early to tell"
                        + " whether that goes on. More readings, with pauses alike, tell.");
        assertThat(Verdicts.basis(now, List.of(first, second), false))
                .isEqualTo(
                        "RSS is 60MB more than 2 min 1 s ago, at the oldest of 2 earlier readings: it grows steadily.");
        assertThat(Verdicts.basis(
                        Readings.of(Component.JAVA_HEAP, 90).at(130).reading(), List.of(first, second), false))
                .startsWith(
                        "RSS is 10MB less than 2 min 10 s ago, at the oldest of 2 earlier readings: by these it does");
    }

    private static ResidentHistory.Reading heapAt(int minute, long resident, long lived) {
        return Readings.of(Component.JAVA_HEAP, resident)
                .heap(1024, lived)
                .at(60L * minute)
                .earlier();
    }

    private static List<ResidentHistory.Reading> growingHeap() {
        return List.of(heapAt(0, 200, 100), heapAt(1, 260, 160), heapAt(2, 320, 220), heapAt(3, 380, 280));
    }

    /** It was called normal. */
    @Test
    void aLeakInTheJavaHeapIsNotNormal() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 440).heap(1024, 340).atMost().at(240);

        assertThat(Readings.said(Verdicts.of(now.reading(), growingHeap())).get(0))
                .startsWith("Java Heap: the Java heap has 440MB")
                .contains(
                        "growing steadily: 240MB more than 4 min ago",
                        "and what they leave grows steadily: 240MB more than 4 min ago, 60MB a minute by 5"
                                + " readings. What"
                                + " grows here is the Java heap, no native memory",
                        "GC.class_histogram",
                        "GC.heap_dump")
                .doesNotContain("normal");
        // All of it was in memory from the start.
        List<ResidentHistory.Reading> touched =
                List.of(heapAt(0, 1024, 100), heapAt(1, 1024, 160), heapAt(2, 1024, 220));
        Readings touchedNow =
                Readings.of(Component.JAVA_HEAP, 1024).heap(1024, 280).at(180);
        assertThat(Readings.said(Verdicts.of(touchedNow.reading(), touched)).get(0))
                .contains("what they leave grows steadily: 180MB", "GC.heap_dump")
                .doesNotContain("normal");
        // More than before, not yet steadily.
        assertThat(Readings.said(Verdicts.of(touchedNow.reading(), List.of(heapAt(0, 1024, 200))))
                        .get(0))
                .contains("280MB lived at the last collections; that is 80MB more than 3 min ago. What grows here")
                .doesNotContain("normal", "steadily");
        // A heap that stays as it is.
        Readings idle = Readings.of(Component.JAVA_HEAP, 380).heap(1024, 280).at(240);
        assertThat(Readings.said(Verdicts.of(idle.reading(), List.of(heapAt(3, 380, 280))))
                        .get(0))
                .contains("normal");
    }

    /** It was blamed for what direct buffers leaked. */
    @Test
    void aHeapOfWhichMoreWasTouchedNeedNotHoldMore() {
        Readings now = Readings.of(Component.JAVA_HEAP, 220).heap(512, 6).at(40);

        assertThat(Readings.said(Verdicts.of(
                                now.reading(),
                                List.of(Readings.of(Component.JAVA_HEAP, 25)
                                        .heap(512, 6)
                                        .at(0)
                                        .earlier())))
                        .get(0))
                .contains(
                        "195MB more than 40 s ago",
                        "That more of the heap was touched does not show that more of it lives")
                .doesNotContain("What grows here", "GC.heap_dump");
    }

    @Test
    void noLimitIsEnoughForWhatGrows() {
        List<ResidentHistory.Reading> earlier = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            earlier.add(Readings.of(Component.JAVA_HEAP, 100)
                    .line("Direct Buffer", 100 + 50L * i, "")
                    .at(60L * i)
                    .earlier());
        }
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .line("Direct Buffer", 300, "")
                .direct(300, 300)
                .at(240);

        assertThat(LimitAdvice.of(now.reading(), earlier, List.of()))
                .contains(
                        "-XX:MaxDirectMemorySize: no limit is enough while direct buffers grow steadily: 200MB"
                                + " more than 4 min"
                                + " ago, 50MB a minute by 5 readings. 'leaks' shows which code holds them. Now"
                                + " it is 512MB.",
                        "RSS grows steadily: no limit of the container is enough while it does.");
        Readings heap = Readings.of(Component.JAVA_HEAP, 440).heap(1024, 340).at(240);
        assertThat(LimitAdvice.of(heap.reading(), growingHeap(), List.of()))
                .contains("-Xmx: no limit is enough while what collections leave grows steadily: 240MB more than"
                        + " 4 min ago");
    }

    @Test
    void mappedFilesThatGrow() {
        ResidentHistory.Reading before = Readings.of(Component.JAVA_HEAP, 15)
                .file("/data/x", true, 100, 100, 0, 0, 0)
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 15)
                .file("/data/x", true, 300, 300, 0, 0, 0)
                .at(60);

        assertThat(Readings.said(Verdicts.of(now.reading(), List.of(before))).get(0))
                .contains("'leaks' shows which code maps them, 'unreachable' whether");
    }

    @Test
    void whatHasFallenDoesNotGrow() {
        List<ResidentHistory.Reading> earlier = List.of(heapAt(0, 200, 0), heapAt(1, 100, 0));

        assertThat(Verdicts.basis(Readings.of(Component.JAVA_HEAP, 90).at(120).reading(), earlier, false))
                .isEqualTo("RSS is 110MB less than 2 min ago, at the oldest of 2 earlier readings: by these it does not"
                        + " grow steadily.");
        assertThat(Verdicts.basis(Readings.of(Component.JAVA_HEAP, 210).at(120).reading(), earlier, false))
                .endsWith("by these it does not grow steadily, or it is too early to tell.");
    }

    /** The history has many readings at even pauses: what few do not show is no word against it. */
    @Test
    void whatReadingsDoNotShowDoesNotContradictTheHistory() {
        List<ResidentHistory.Reading> earlier = List.of(heapAt(0, 200, 0), heapAt(1, 100, 0));
        ResidentReading now = Readings.of(Component.JAVA_HEAP, 210).at(120).reading();

        assertThat(Verdicts.basis(now, List.of(), true)).isEmpty();
        assertThat(Verdicts.basis(now, earlier.subList(1, 2), true))
                .isEqualTo("RSS is 110MB more than 60 s ago, at the only earlier reading.");
        assertThat(Verdicts.basis(now, earlier, true))
                .isEqualTo("RSS is 10MB more than 2 min ago, at the oldest of 2 earlier readings.");
        assertThat(Verdicts.basis(now, List.of(heapAt(0, 90, 0), heapAt(1, 150, 0)), true))
                .isEqualTo("RSS is 120MB more than 2 min ago, at the oldest of 2 earlier readings: it grows steadily.");
    }
}
