package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.ScopeName;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.WrittenRecording;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real recordings, written by this JVM. */
class RecordingReaderTest {
    private static final String ENCODE = "com.acme.Codec.encode(Codec.java:12); com.acme.Main.main(Main.java:3)";
    private static final String DECODE =
            "java.nio.ByteBuffer.allocateDirect(ByteBuffer.java:1); com.acme.Codec.decode(Codec.java:30)";

    @TempDir
    private Path directory;

    @Test
    void theLastNamedScopes() throws IOException {
        Path file = directory.resolve("scopes.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.scope(1, "tenant=gone", 100, 200);
            recording.tracking(0, 0);
            recording.scope(1, "tenant=acme, request=42", 300, 900);
            recording.scope(2, "(no scope)", 40, -1);
        }

        List<ScopeUsage> scopes = RecordingReader.read(List.of(file)).last().scopes();

        String site = "com.acme.Codec.encode(Codec.java:12)";
        ScopeName name = new ScopeName("", "tenant=acme, request=42");
        assertThat(scopes)
                .containsExactly(
                        new ScopeUsage(List.of(name), 300, 3, 2, 900, 5, 7_000_000_000L, site, 150),
                        new ScopeUsage(List.of(), 40, 3, 2, ScopeUsage.UNKNOWN, 5, 7_000_000_000L, site, 20));
        assertThat(scopes.get(0).name()).isEqualTo("tenant=acme, request=42");
    }

    @Test
    void theLastFiguresOfNativeHandles() throws IOException {
        Path file = directory.resolve("handles.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.handles("com.acme.Closed", 900, 800, 0, "");
            recording.handles("com.acme.Thing", 40, 10, 5, ENCODE);
            recording.handles("com.acme.Closed", 1000, 1000, 0, "");
            recording.handles("com.acme.Thing", 100, 30, 10, ENCODE);
        }

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.last().handles()).hasSize(2);
        HandleUsage thing = memory.last().handles().get(0);
        assertThat(thing.sites()).hasSize(1);
        HandleSite site = thing.sites().get(0);
        assertThat(site.site().toString()).isEqualTo("com.acme.Codec.encode(Codec.java:12)");
        assertThat(site)
                .isEqualTo(HandleSite.recorded(site.site(), 30, 0, 0, 6_000_000_000L, 11, 2, 5_000_000_000L))
                .matches(HandleSite::growing);
        assertThat(thing)
                .isEqualTo(new HandleUsage("com.acme.Thing", 100, 30, 10, 3, 7_000_000_000L, List.of(site)))
                .returns(60L, HandleUsage::open);
        assertThat(memory.last().handles().get(1).sites()).isEmpty();
        assertThat(memory.handlesTime()).isBetween(memory.begin(), memory.end());
    }

    @Test
    void theLastFiguresOfPoolsAndWhoHasTheirBuffers() throws IOException {
        Path file = directory.resolve("pools.jfr");
        String chunk = "io.netty.buffer.PoolArena.newChunk(PoolArena.java:5)";
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 0);
            recording.pool(1, "Large", 9, 900, 800);
            recording.pool(2, "Ended", 1, 100, 50);
            recording.pooledSite(1, 7, "com.acme.Ended.read(Ended.java:1)", 800, null);
            recording.tracking(0, 0);
            recording.site(1, 1, "Direct Buffer", chunk, 1000, 10, true);
            recording.site(2, 2, "Arena", ENCODE, 500, 1);
            recording.pool(1, "Large", 10, 1000, 700);
            recording.pooledSite(1, 8, ENCODE, 600, "com.acme.Audit 400; com.acme.Session 200");
        }

        MemoryReading last = RecordingReader.read(List.of(file)).last();

        assertThat(last.pools().pools())
                .containsExactly(new PoolDetails(new Pool("Large", "Direct Buffer", 10, 1000, 700), 293, 7, -1, 2, 3));
        assertThat(last.pools().sampling())
                .isEqualTo(new Sampling(4096, 5, last.snapshot().coverage()));
        assertThat(last.pools().sites()).hasSize(1);
        PooledSite site = last.pools().sites().get(0);
        assertThat(site.usage().growing()).isTrue();
        assertThat(site.usage().growthBytesPerMinute()).isEqualTo(11);
        assertThat(site.lostBytes()).isEqualTo(64);
        assertThat(site.goneBytes()).isEqualTo(32);
        assertThat(site.held().lastSeen())
                .containsExactly(
                        new PooledSite.Holder("com.acme.Audit", 400), new PooledSite.Holder("com.acme.Session", 200));
        assertThat(last.sites()).extracting(SiteUsage::liveBytes).containsExactly(1000L, 500L);
        assertThat(last.owners()).extracting(SiteUsage::liveBytes).containsExactly(600L, 500L);
    }

    @Test
    void theLastFiguresOfAllocators() throws IOException {
        Path file = directory.resolve("allocators.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 0);
            recording.allocator(1, "ROOT", 0, 900, -1);
            recording.allocator(2, "ended", 1, 400, 500);
            recording.allocator(3, "scan", 1, 500, 500);
            recording.tracking(0, 0);
            recording.allocator(1, "ROOT", 0, 300, -1);
            recording.allocator(2, "scan", 1, 200, 500);
        }

        assertThat(RecordingReader.read(List.of(file)).last().pools().allocators())
                .containsExactly(
                        new AllocatorUsage("Arrow", "ROOT", 0, 300, 600, Long.MAX_VALUE),
                        new AllocatorUsage("Arrow", "scan", 1, 200, 400, 500));
    }

    @Test
    void theLastFiguresAndTheHighestPeaks() throws IOException {
        Path file = directory.resolve("usage.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 3);
            recording.usage("Unsafe", 100, 100, 1);
            recording.peak("Unsafe", 5000, 7);
            recording.total(100, 100, 1);
            recording.usage("Unsafe", 900, 900, 4);
            recording.usage("Index", 50, 40, 2);
            recording.total(950, 940, 6);
            recording.tracking(1, 4);
            recording.usage("Unsafe", 300, 300, 3);
            recording.usage("Index", 0, 0, 0);
            recording.total(300, 300, 3);
        }

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.last().snapshot().categories())
                .containsExactly(
                        new CategoryUsage("Unsafe", 300, 300, 3, 5000, 5000, 7),
                        new CategoryUsage("Index", 0, 0, 0, 50, 40, 2));
        assertThat(memory.last().snapshot().total()).isEqualTo(new CategoryUsage("Total", 300, 300, 3, 950, 940, 6));
        assertThat(memory.last().snapshot().untrackedBlocks()).isEqualTo(1);
        assertThat(memory.last().snapshot().unknownFrees()).isEqualTo(4);
        assertThat(memory.last().snapshot().exactPeaks()).isTrue();
        assertThat(memory.completenessKnown()).isTrue();
        assertThat(memory.cutOff()).isFalse();
        assertThat(memory.end())
                .isAfter(memory.begin())
                .isEqualTo(memory.last().snapshot().time());
    }

    /** JDK 17 may leave a string out: what one event says holds. */
    @Test
    void whatTheSystemDoesNotLetTrack() throws IOException {
        Path all = directory.resolve("all.jfr");
        Path some = directory.resolve("some.jfr");
        try (WrittenRecording recording = new WrittenRecording(all)) {
            recording.notTracked("");
        }
        try (WrittenRecording recording = new WrittenRecording(some)) {
            recording.notTracked("Mapped File, Zip");
            recording.notTracked(null);
        }

        assertThat(coverage(all).notTracked()).isEmpty();
        assertThat(coverage(some).notTrackedNames()).isEqualTo("Mapped File, Zip");
    }

    private static Coverage coverage(Path file) throws IOException {
        return RecordingReader.read(List.of(file)).last().snapshot().coverage();
    }

    @Test
    void howLateTrackingBegan() throws IOException {
        Path early = directory.resolve("early.jfr");
        Path late = directory.resolve("late.jfr");
        Path unknown = directory.resolve("unknown.jfr");
        try (WrittenRecording recording = new WrittenRecording(early)) {
            recording.tracking(0, 0);
        }
        try (WrittenRecording recording = new WrittenRecording(late)) {
            recording.trackedAfter(25_000_000_000L);
        }
        try (WrittenRecording recording = new WrittenRecording(unknown)) {
            recording.trackedAfter(Long.MIN_VALUE);
        }

        assertThat(coverage(early).lateStart()).isNull();
        assertThat(coverage(late).lateStart()).isEqualTo(new LateStart(null, 25_000_000_000L));
        assertThat(coverage(unknown).lateStart()).isEqualTo(new LateStart(null, LateStart.UNKNOWN));
    }

    @Test
    void severalFilesInAnyOrder() throws IOException {
        Path first = directory.resolve("first.jfr");
        Path second = directory.resolve("second.jfr");
        try (WrittenRecording recording = new WrittenRecording(first)) {
            recording.usage("Unsafe", 700, 700, 1);
            recording.usage("Index", 10, 10, 1);
        }
        try (WrittenRecording recording = new WrittenRecording(second)) {
            recording.usage("Unsafe", 200, 200, 2);
        }

        RecordedMemory memory = RecordingReader.read(List.of(second, first));

        assertThat(memory.last().snapshot().category("Unsafe"))
                .isEqualTo(new CategoryUsage("Unsafe", 200, 200, 2, 700, 700, 1));
        assertThat(memory.last().snapshot().category("Index").committed()).isEqualTo(10);
        assertThat(memory.completenessKnown()).isFalse();
    }

    @Test
    void theSitesOfTheLastEmission() throws IOException {
        Path file = directory.resolve("sites.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.site(1, 7, "Unsafe", ENCODE, 9000, 9);
            recording.site(2, 8, "Index", DECODE, 8000, 8);
            recording.site(1, 9, "Unsafe", "com.acme.New.one(New.java:1)", 600, 6);
            recording.site(2, 7, "Unsafe", ENCODE, 500, 5);
        }

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.sitesFromSamples()).isFalse();
        assertThat(memory.last().sites()).extracting(SiteUsage::liveBytes).containsExactly(600L, 500L);
        assertThat(memory.sitesTime()).isBetween(memory.begin(), memory.end());
        SiteUsage encode = memory.last().sites().get(1);
        assertThat(encode.site().category()).isEqualTo("Unsafe");
        assertThat(encode.site()).hasToString("com.acme.Codec.encode(Codec.java:12)");
        assertThat(encode.site().methods()).containsExactly("com.acme.Codec.encode", "com.acme.Main.main");
        assertThat(encode.liveCount()).isEqualTo(5);
        assertThat(encode.standardErrorBytes()).isEqualTo(50);
        assertThat(encode.peakBytes()).isEqualTo(1000);
        assertThat(encode.oldestAgeNanos()).isEqualTo(5_000_000_000L);
    }

    @Test
    void aSiteIsNotToldToHoldMoreThanItsCategory() throws IOException {
        Path file = directory.resolve("part.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.usage("Unsafe", 8500, 8500, 8);
            recording.peak("Unsafe", 9500, 9);
            recording.site(1, 7, "Unsafe", ENCODE, 9000, 9);
            recording.site(2, 8, "Index", DECODE, 8800, 8);
        }

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.last().sites())
                .extracting(usage -> usage.site().category())
                .containsExactly("Index", "Unsafe");
        SiteUsage encode = memory.last().sites().get(1);
        assertThat(encode.liveBytes()).isEqualTo(8500);
        assertThat(encode.liveCount()).isEqualTo(8);
        assertThat(encode.peakBytes()).isEqualTo(9500);
        assertThat(encode.standardErrorBytes()).isEqualTo(900);
    }

    @Test
    void sitesAreReadAsTheyWereWritten() {
        String stack =
                "a.B$C.<init>(B.java:12); a.B.lambda$main$0(B.java); x.Y.z(Native Method); k.L.m(Unknown Source);"
                        + " java.lang.Thread.run(Thread.java:8)";
        Site site = RecordedFrames.site("Unsafe", "a.B$C.<init>(B.java:12)", stack);
        assertThat(site.frames().stream().map(Frame::toString)).containsExactly(stack.split("; "));
        assertThat(site.frames().stream().filter(Frame::jdk)).hasSize(1);
        assertThat(site.leading()).isEqualTo(site.frames().get(0));
        Site others = RecordedFrames.site("Unsafe", "(other sites)", "(other sites)");
        assertThat(others.frames()).isEmpty();
        assertThat(others).hasToString("(other sites)");
        assertThat(RecordedFrames.site("Unsafe", "strange", "strange; )(; a.b(").methods())
                .containsExactly(".strange", ".)", "a.b");
    }

    @Test
    void recordingsOfDifferentProcessesAreNotAddedUp() throws IOException {
        Path one = Path.of("one.jfr");
        Path two = Path.of("two.jfr");
        RecordedJvm same = new RecordedJvm();
        same.check();
        same.add(one, 1000, 7);
        same.add(two, 1000, 7);
        same.check();
        same.add(two, 2000, 7); // a container's next
        assertThatThrownBy(same::check)
                .isInstanceOf(RecordingException.class)
                .hasMessage(
                        "one.jfr and two.jfr are of different processes, 7 and 7: parts of one process's recording are"
                                + " read together; 'compare' compares two");
        RecordedJvm joined = new RecordedJvm();
        joined.add(one, 1000, 7);
        joined.add(one, 1000, 8);
        assertThatThrownBy(joined::check).hasMessage("one.jfr has events of two processes, 7 and 8");
    }

    @Test
    void noSitesIfTheLastEmissionHadNone() throws IOException {
        Path file = directory.resolve("gone.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 0);
            recording.site(1, 7, "Unsafe", ENCODE, 9000, 9);
            recording.tracking(0, 0);
        }

        assertThat(RecordingReader.read(List.of(file)).last().sites()).isEmpty();
    }

    @Test
    void whatIsLiveAfterTheLastEmissionIsNotInIt() throws IOException {
        Path file = directory.resolve("later.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.site(1, 7, "Unsafe", ENCODE, 9000, 9);
            recording.usage("Unsafe", 20_000, 20_000, 20);
        }

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.last().sites()).extracting(SiteUsage::liveBytes).containsExactly(9000L);
        assertThat(memory.sitesTime()).isEqualTo(memory.begin()).isBefore(memory.end());
    }

    @Test
    void samplesAddUpWhereThereAreNoSites() throws IOException {
        Path file = directory.resolve("samples.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.freed(3, "Unsafe", 0x10, 5, 1); // from before the recording
            recording.allocated(1, "Unsafe", 0x10, 1000, 4);
            recording.allocated(1, "Unsafe", 0x20, 1000, 4);
            recording.freed(1, "Unsafe", 0x10, 1000, 4);
            recording.allocated(2, "Index", 0x10, 500, 1); // the same address again
            recording.allocated(2, "Index", 0x30, 500, 1);
            recording.freed(2, "Index", 0x30, 500, 1);
        }

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.sitesFromSamples()).isTrue();
        assertThat(memory.last().sites())
                .extracting(usage -> usage.site().category())
                .containsExactly("Unsafe", "Index");
        assertThat(memory.last().sites()).extracting(SiteUsage::liveBytes).containsExactly(4000L, 500L);
        assertThat(memory.last().sites()).extracting(SiteUsage::liveCount).containsExactly(4L, 1L);
        // The square root of 4000 * 3000; the other one was certain to be sampled.
        assertThat(memory.last().sites())
                .extracting(SiteUsage::standardErrorBytes)
                .containsExactly(3464L, 0L);
        // This test is in one of our packages, so the first frame is what JFR's stack begins with otherwise.
        assertThat(memory.last().sites().get(0).site().frames()).isNotEmpty();
    }

    @Test
    void theLastWholeReadingOfResidentMemory() throws IOException {
        Path file = directory.resolve("resident.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.resident(7, "Code Cache", 50); // the rest of it was in the chunk before
            recording.resident(7, "RSS", 900);
            recording.resident(8, "Java Heap", 300);
            recording.resident(8, "Code Cache", 60);
            recording.resident(8, "RSS", 360);
            recording.resident(9, "Java Heap", 400); // the rest of it would be in the next chunk
        }

        ResidentMemory resident = RecordingReader.read(List.of(file)).last().resident();

        assertThat(resident.rssBytes()).isEqualTo(360);
        assertThat(resident.lines())
                .containsExactly(
                        new ResidentLine("Java Heap", Component.JAVA_HEAP, 3000, 600, 300, Accuracy.BOUNDED, ""),
                        new ResidentLine("Code Cache", Component.CODE_CACHE, 600, 120, 60, Accuracy.BOUNDED, ""));
    }

    @Test
    void withoutAWholeReadingThereIsNone() throws IOException {
        Path file = directory.resolve("cut.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.resident(1, "Java Heap", 400);
        }

        assertThat(RecordingReader.read(List.of(file)).last().resident()).isNull();
    }

    @Test
    void aRecordingWithoutOurEvents() throws IOException {
        Path file = directory.resolve("others.jfr");
        new WrittenRecording(file).close();

        assertThatThrownBy(() -> RecordingReader.read(List.of(file)))
                .isInstanceOf(RecordingException.class)
                .hasMessageStartingWith(file + " has no events of native memory tracking");
    }

    @Test
    void whatIsNoRecording() throws IOException {
        Path text = Files.writeString(directory.resolve("text.jfr"), "This is not a recording, but it is long enough.");
        Path empty = Files.createFile(directory.resolve("empty.jfr"));
        Path missing = directory.resolve("missing.jfr");
        byte[] unfinished = new byte[68];
        System.arraycopy(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1}, 0, unfinished, 0, 8);
        Path running = Files.write(directory.resolve("running.jfr"), unfinished);

        assertRefused(text, text + " is not a flight recording");
        assertRefused(
                empty,
                empty + " is empty, as a recording is while its JVM runs: 'jcmd PID JFR.dump filename=FILE' first");
        assertRefused(missing, missing + " does not exist");
        assertRefused(directory, directory + " is a directory");
        assertRefused(running, running + " is not finished: its process has to end or dump the recording first");
        assertThat(RecordingReader.isRecording(text)).isFalse();
        assertThat(RecordingReader.isRecording(missing)).isFalse();
    }

    private static void assertRefused(Path file, String message) {
        assertThatThrownBy(() -> RecordingReader.read(List.of(file)))
                .isInstanceOf(RecordingException.class)
                .hasMessage(message);
    }

    @Test
    void aFileThatBreaksOff() throws IOException {
        Path first = directory.resolve("first.jfr");
        Path second = directory.resolve("second.jfr");
        try (WrittenRecording recording = new WrittenRecording(first)) {
            recording.usage("Unsafe", 700, 700, 1);
            recording.usage("Unsafe", 700, 700, 1); // the parser reads ahead, and loses the last one where it fails
        }
        try (WrittenRecording recording = new WrittenRecording(second)) {
            recording.usage("Unsafe", 800, 800, 2);
        }
        byte[] whole = Files.readAllBytes(first);
        byte[] next = Files.readAllBytes(second);
        byte[] both = Arrays.copyOf(whole, whole.length + next.length / 2);
        System.arraycopy(next, 0, both, whole.length, next.length / 2);
        Path file = Files.write(directory.resolve("broken.jfr"), both);

        RecordedMemory memory = RecordingReader.read(List.of(file));

        assertThat(memory.cutOff()).isTrue();
        assertThat(memory.last().snapshot().category("Unsafe").committed()).isEqualTo(700);
    }
}
