package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.FlightRecorderState;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;

/**
 * The times of emission: in any recording, started in any way at any time, each chunk begins and ends with the events.
 *
 * <p>Where the period is an hour, nothing but the start and the end of a chunk makes them be emitted, so they can be
 * counted.
 */
class JfrRecordingsIT {
    private static final String[] HOURLY = {
        "+nmt.NativeMemoryUsage#enabled=true",
        "+nmt.NativeMemoryUsage#period=1h",
        "+nmt.NativeMemoryUsageTotal#enabled=true",
        "+nmt.NativeMemoryUsageTotal#period=1h"
    };
    private static final long UNSAFE_HELD = (1 << 20) + 61;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void startedWithTheJvm(Jdk jdk) throws Exception {
        Path file = file("start.jfr");
        try (Child child = jvm(jdk).agent()
                .options("-XX:StartFlightRecording:" + String.join(",", HOURLY) + ",filename=" + file)
                .start(Steady.class)) {
            child.say("hold");
            child.say("finish");
            child.await().expectExit(0);
        }

        Recording chunk = onlyChunk(file);
        assertBeginAndEnd(chunk);
        assertThat(unsafeAtBegin(chunk)).isZero();
        assertThat(unsafeAtEnd(chunk)).isEqualTo(UNSAFE_HELD);
    }

    @OnOldestAndNewestJdk
    void startedDumpedAndStoppedByJcmd(Jdk jdk) throws Exception {
        Path dump = file("dump.jfr");
        Path all = file("all.jfr");
        try (Child child = jvm(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            startHourly(jdk, child, "r");
            child.say("hold");
            child.awaitLineWith("figures holding");
            jcmd(jdk, child, "JFR.dump", "name=r", "filename=" + dump);
            jcmd(jdk, child, "JFR.stop", "name=r", "filename=" + all);
            child.say("finish");
            child.await().expectSuccess();
        }

        Recording first = onlyChunk(dump);
        assertBeginAndEnd(first);
        assertThat(unsafeAtBegin(first)).isZero();
        assertThat(unsafeAtEnd(first)).isEqualTo(UNSAFE_HELD);

        List<Recording> chunks = Recording.read(all).chunks();
        assertThat(chunks).hasSize(2);
        chunks.forEach(JfrRecordingsIT::assertBeginAndEnd);
        assertThat(unsafeAtBegin(chunks.get(1))).isEqualTo(UNSAFE_HELD);
        assertThat(unsafeAtEnd(chunks.get(1))).isEqualTo(UNSAFE_HELD);
    }

    @OnOldestAndNewestJdk
    void theAgentComesWhileARecordingRuns(Jdk jdk) throws Exception {
        Path file = file("late.jfr");
        Snapshot held;
        try (Child child = jvm(jdk).options("-XX:StartFlightRecording:filename=" + file)
                .allowAttach()
                .start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            child.say("hold");
            child.say("finish");
            Outcome outcome = child.await().expectExit(0);
            held = Figures.at("holding", outcome);
        }

        Recording recording = Recording.read(file);
        for (String type : Recording.ALL) {
            assertThat(recording.events(type)).as(type).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(unsafeAtBegin(recording)).isZero();
        assertThat(recording.last()).containsEntry("Unsafe", held.category("Unsafe"));
        assertThat(recording.expectConsistentEmissions()).isGreaterThanOrEqualTo(2);
    }

    @OnOldestAndNewestJdk
    void twoRecordingsOfWhichOneIsStoppedAndStartedAgain(Jdk jdk) throws Exception {
        Path whole = file("whole.jfr");
        Path before = file("before.jfr");
        Path after = file("after.jfr");
        try (Child child = jvm(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            startHourly(jdk, child, "whole");
            startHourly(jdk, child, "part");
            jcmd(jdk, child, "JFR.stop", "name=part", "filename=" + before);
            child.say("hold");
            child.awaitLineWith("figures holding");
            startHourly(jdk, child, "part");
            jcmd(jdk, child, "JFR.stop", "name=part", "filename=" + after);
            jcmd(jdk, child, "JFR.stop", "name=whole", "filename=" + whole);
            child.say("finish");
            child.await().expectSuccess();
        }

        Recording chunkBefore = onlyChunk(before);
        assertBeginAndEnd(chunkBefore);
        assertThat(unsafeAtEnd(chunkBefore)).isZero();

        Recording chunkAfter = onlyChunk(after);
        assertBeginAndEnd(chunkAfter);
        assertThat(unsafeAtBegin(chunkAfter)).isEqualTo(UNSAFE_HELD);

        // A recording that starts or stops gives the other one a new chunk, too.
        List<Recording> chunks = Recording.read(whole).chunks();
        assertThat(chunks).hasSize(5);
        chunks.forEach(JfrRecordingsIT::assertBeginAndEnd);
        assertThat(unsafeAtBegin(chunks.get(2))).isZero();
        assertThat(unsafeAtEnd(chunks.get(2))).isEqualTo(UNSAFE_HELD);
    }

    @OnOldestAndNewestJdk
    void aProgramThatEndsAtOnce(Jdk jdk) throws Exception {
        Path file = file("short.jfr");
        try (Child child = jvm(jdk).agent()
                .options("-XX:StartFlightRecording:filename=" + file)
                .start(Steady.class)) {
            child.say("hold");
            child.say("finish");
            child.await().expectExit(0);
        }

        Recording recording = Recording.read(file);
        for (String type : Recording.ALL) {
            assertThat(recording.events(type)).as(type).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(unsafeAtEnd(recording)).isEqualTo(UNSAFE_HELD);
    }

    @OnOldestAndNewestJdk
    void withoutARecordingJfrIsNotStarted(Jdk jdk) {
        Outcome outcome =
                ChildJvm.withoutC2(jdk).agent().run(FlightRecorderState.class).expectSuccess();

        assertThat(outcome.out()).isEqualTo("JFR is initialized: false\n");
    }

    private static void assertBeginAndEnd(Recording chunk) {
        assertThat(chunk.events(Recording.TOTAL)).as("%s", chunk).hasSize(2);
        assertThat(chunk.events(Recording.TOTAL_PEAK)).as("%s", chunk).hasSize(2);
        assertThat(chunk.expectConsistentEmissions()).isEqualTo(2);
        long usages = chunk.events(Recording.USAGE).size();
        assertThat(usages).as("%s", chunk).isPositive();
        assertThat(chunk.events(Recording.PEAK)).as("%s", chunk).hasSize((int) usages);
    }

    private static long unsafeAtBegin(Recording recording) {
        RecordedEvent firstTotal = recording.events(Recording.TOTAL).get(0);
        return recording.events(Recording.USAGE).stream()
                .filter(event -> event.getStartTime().isBefore(firstTotal.getStartTime()))
                .filter(event -> event.getString("type").equals("Unsafe"))
                .mapToLong(event -> event.getLong("committed"))
                .sum();
    }

    private static long unsafeAtEnd(Recording recording) {
        return recording.last().containsKey("Unsafe")
                ? recording.last().get("Unsafe").committed()
                : 0;
    }

    private Recording onlyChunk(Path file) throws Exception {
        List<Recording> chunks = Recording.read(file).chunks();
        assertThat(chunks).hasSize(1);
        return chunks.get(0);
    }

    private static void startHourly(Jdk jdk, Child child, String name) {
        List<String> options = new ArrayList<>(List.of(HOURLY));
        options.add("name=" + name);
        jcmd(jdk, child, "JFR.start", options.toArray(String[]::new));
    }

    private static void jcmd(Jdk jdk, Child child, String command, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = Long.toString(child.pid());
        arguments[1] = command;
        System.arraycopy(options, 0, arguments, 2, options.length);
        ChildJvm.runTool(jdk, "jcmd", arguments).expectSuccess();
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowUnsafe();
    }
}
