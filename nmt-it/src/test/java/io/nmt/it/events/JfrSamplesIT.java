package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Snapshot;
import io.nmt.it.commands.CallSitesRun;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.DataAmount;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.internal.EventArray;
import org.openjdk.jmc.flightrecorder.internal.FlightRecordingLoader;

/** The events of sampled blocks and of call sites, where every block is sampled, so that all figures are exact. */
class JfrSamplesIT {
    private static final String ALLOCATION = "nmt.NativeAllocationSample";
    private static final String FREE = "nmt.NativeFreeSample";
    private static final String SITE = "nmt.NativeMemorySite";

    private static final int BLOCKS = 40;
    private static final long KEPT_BYTES = 64 << 10;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void everyBlockHasItsSample(Jdk jdk) throws Exception {
        Recording recording = record(jdk);

        List<RecordedEvent> kept = allocatedBy(CallSitesRun.KEEP, recording);
        assertThat(kept).hasSize(BLOCKS);
        Set<Long> addresses = new HashSet<>();
        for (RecordedEvent sample : kept) {
            assertThat(sample.getString("type")).isEqualTo("Unsafe");
            assertThat(sample.getLong("size")).isEqualTo(KEPT_BYTES);
            assertThat(sample.getLong("weight")).isEqualTo(KEPT_BYTES);
            assertThat(sample.getInt("site")).isEqualTo(kept.get(0).getInt("site"));
            assertThat(sample.getThread().getJavaName()).isEqualTo("main");
            addresses.add(sample.getLong("address"));
        }
        assertThat(addresses).hasSize(BLOCKS);
        assertThat(allocatedBy(CallSitesRun.LOAD, recording))
                .singleElement()
                .satisfies(sample -> assertThat(sample.getString("type")).isEqualTo("Direct Buffer"));
    }

    @OnOldestAndNewestJdk
    void aFreeSaysWhatItsAllocationSaid(Jdk jdk) throws Exception {
        Recording recording = record(jdk);

        List<RecordedEvent> dropped = allocatedBy(CallSitesRun.DROP, recording);
        assertThat(dropped).hasSize(20);
        Map<Long, RecordedEvent> frees = new HashMap<>();
        int site = dropped.get(0).getInt("site");
        int freed = 0;
        for (RecordedEvent free : recording.events(FREE)) {
            if (free.getInt("site") == site) {
                freed++;
                frees.put(free.getLong("address"), free);
                assertThat(free.getStackTrace()).isNull();
            }
        }
        assertThat(freed).isEqualTo(20);
        for (RecordedEvent sample : dropped) {
            RecordedEvent free = frees.get(sample.getLong("address"));
            for (String field : List.of("type", "size", "weight")) {
                assertThat(free.<Object>getValue(field)).as(field).isEqualTo(sample.getValue(field));
            }
        }
    }

    /** Before JDK 22, JFR has no filter of frames: the stack begins inside the allocation. */
    @OnOldestAndNewestJdk
    void theStackBeginsAtTheCaller(Jdk jdk) throws Exception {
        Recording recording = record(jdk);

        assertThat(recording.events(ALLOCATION)).isNotEmpty();
        for (RecordedEvent sample : recording.events(ALLOCATION)) {
            if (jdk.feature() >= 22) {
                assertThat(frames(sample))
                        .as("%s", sample)
                        .noneMatch(frame -> frame.startsWith("io.nmt.core.") || frame.startsWith("io.nmt.agent."))
                        .noneMatch(frame -> frame.endsWith(".Unsafe.allocateMemory"));
            }
            assertThat(frames(sample)).noneMatch(frame -> frame.startsWith("jdk.jfr.internal.event."));
        }
        String top = frames(allocatedBy(CallSitesRun.KEEP, recording).get(0)).get(0);
        assertThat(top.equals(CallSitesRun.KEEP)).as(top).isEqualTo(jdk.feature() >= 22);
    }

    @OnOldestAndNewestJdk
    void emittingTakesNoMemoryThatWouldBeCounted(Jdk jdk) {
        Snapshot with = Figures.at("holding", run(jdk));
        Snapshot without =
                Figures.at("holding", run(jdk, "+" + ALLOCATION + "#enabled=false", "+" + FREE + "#enabled=false"));

        assertThat(with.category("Unsafe")).isEqualTo(without.category("Unsafe"));
        assertThat(with.category("Direct Buffer")).isEqualTo(without.category("Direct Buffer"));
        assertThat(with.untrackedBlocks()).isZero();
    }

    @OnOldestAndNewestJdk
    void theSitesOfTheLastEmission(Jdk jdk) throws Exception {
        Recording recording = record(jdk);

        RecordedEvent site = recording.events(SITE).stream()
                .filter(event -> event.getString("topFrame").startsWith(CallSitesRun.KEEP))
                .reduce((first, second) -> second)
                .orElseThrow();
        assertThat(site.getString("type")).isEqualTo("Unsafe");
        assertThat(site.getInt("rank")).isEqualTo(1);
        assertThat(site.getInt("site"))
                .isEqualTo(allocatedBy(CallSitesRun.KEEP, recording).get(0).getInt("site"));
        assertThat(site.getLong("liveBytes")).isEqualTo(BLOCKS * KEPT_BYTES);
        assertThat(site.getLong("standardError")).isZero();
        assertThat(site.getLong("count")).isEqualTo(BLOCKS);
        assertThat(site.getLong("peak")).isEqualTo(BLOCKS * KEPT_BYTES);
        assertThat(site.getDuration("oldestAge")).isPositive();
        assertThat(site.getString("stack"))
                .contains(CallSitesRun.KEEP + "(CallSites.java:")
                .containsPattern("; io\\.nmt\\.it\\.programs\\.CallSites\\.main\\(CallSites\\.java:\\d+\\)");
        for (String bytes : List.of("liveBytes", "standardError", "peak")) {
            assertThat(site.getEventType().getField(bytes).getAnnotation(DataAmount.class))
                    .isNotNull();
        }
        EventType type = recording.type(SITE);
        assertThat(type.getField("stackTrace") == null || site.getStackTrace() == null)
                .isTrue();
    }

    @OnOldestAndNewestJdk
    void smallBlocksAreLeftOut(Jdk jdk) throws Exception {
        Path file = directory.resolve("large.jfr");
        CallSitesRun.recordAll(
                jdk,
                BLOCKS,
                file,
                "+" + ALLOCATION + "#minimumSize=64kB",
                "+" + ALLOCATION + "#enabled=true",
                "+" + FREE + "#minimumSize=64kB",
                "+" + FREE + "#enabled=true");

        Recording recording = Recording.read(file);

        assertThat(allocatedBy(CallSitesRun.KEEP, recording)).hasSize(BLOCKS);
        assertThat(recording.events(ALLOCATION)).allMatch(event -> event.getLong("size") >= KEPT_BYTES);
        assertThat(recording.events(FREE)).allMatch(event -> event.getLong("size") >= KEPT_BYTES);
    }

    @OnOldestAndNewestJdk
    void ourSettingsFileSwitchesSamplesOff(Jdk jdk) throws Exception {
        Path settings = directory.resolve("nmt.jfc");
        try (InputStream in = JfrSamplesIT.class.getResourceAsStream("/io/nmt/jfr/nmt.jfc")) {
            Files.copy(in, settings);
        }
        Path file = directory.resolve("off.jfr");
        CallSitesRun.recordAll(jdk, BLOCKS, file, "settings=default", "settings=" + settings, "nmt-samples=false");

        Recording recording = Recording.read(file);

        assertThat(recording.events(ALLOCATION)).isEmpty();
        assertThat(recording.events(FREE)).isEmpty();
        assertThat(recording.events(SITE)).isNotEmpty();
    }

    @OnOldestAndNewestJdk
    void theToolShowsThem(Jdk jdk) throws Exception {
        Path file = directory.resolve("tool.jfr");
        CallSitesRun.recordAll(jdk, BLOCKS, file);

        String samples = print(jdk, ALLOCATION, file);
        String sites = print(jdk, SITE, file);

        assertThat(samples)
                .contains("size = 64.0 kB")
                .contains("weight = 64.0 kB")
                .containsPattern("address = 0x[0-9A-F]+");
        assertThat(samples).contains(CallSitesRun.KEEP + "(int)");
        assertThat(sites).contains("liveBytes = 2.5 MB").containsPattern("stack = \".*; .*CallSites\\.main\\(.*\"\n");
    }

    private static String print(Jdk jdk, String event, Path file) {
        return ChildJvm.runTool(jdk, "jfr", "print", "--stack-depth", "20", "--events", event, file.toString())
                .expectSuccess()
                .out();
    }

    @OnOldestAndNewestJdk
    void missionControlHasStacksAndWeights(Jdk jdk) throws Exception {
        Path file = directory.resolve("mission-control.jfr");
        CallSitesRun.recordAll(jdk, BLOCKS, file);
        EventArray samples;
        try (InputStream in = Files.newInputStream(file)) {
            samples = List.of(FlightRecordingLoader.loadStream(in, false, false).getArrays()).stream()
                    .filter(events -> events.getType().getIdentifier().equals(ALLOCATION))
                    .findFirst()
                    .orElseThrow();
        }

        IType<IItem> type = samples.getType();
        IAccessorKey<?> weight = type.getAccessorKeys().keySet().stream()
                .filter(key -> key.getIdentifier().equals("weight"))
                .findFirst()
                .orElseThrow();
        assertThat(weight.getContentType()).isEqualTo(UnitLookup.MEMORY);
        long kept = 0;
        for (IItem sample : samples.getEvents()) {
            IMCStackTrace stack =
                    JfrAttributes.EVENT_STACKTRACE.getAccessor(type).getMember(sample);
            if (stack.getFrames().stream()
                    .anyMatch(frame -> frame.getMethod().getMethodName().equals("keep"))) {
                kept += ((IQuantity) type.getAccessor(weight).getMember(sample)).longValueIn(UnitLookup.BYTE);
            }
        }
        assertThat(kept).isEqualTo(BLOCKS * KEPT_BYTES);
    }

    private Recording record(Jdk jdk) throws IOException {
        Path file = directory.resolve("samples.jfr");
        CallSitesRun.recordAll(jdk, BLOCKS, file);
        return Recording.read(file);
    }

    private Outcome run(Jdk jdk, String... recordingOptions) {
        return CallSitesRun.recordAll(jdk, BLOCKS, directory.resolve("run.jfr"), recordingOptions);
    }

    private static List<RecordedEvent> allocatedBy(String method, Recording recording) {
        return recording.events(ALLOCATION).stream()
                .filter(event -> frames(event).contains(method))
                .toList();
    }

    private static List<String> frames(RecordedEvent event) {
        return event.getStackTrace().getFrames().stream()
                .filter(RecordedFrame::isJavaFrame)
                .map(frame -> frame.getMethod().getType().getName() + "."
                        + frame.getMethod().getName())
                .toList();
    }
}
