package io.nmt.libraries;

import static io.nmt.testkit.ChildJvm.runAgentJar;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.libraries.programs.NettyBuffers;
import io.nmt.report.model.MemoryReading;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;

/** Netty's pools in a recording, where each buffer is sampled and some were lost. */
class RecordedBuffersIT {
    private static final long LOST_BYTES = 500 * 1024;
    private static final String LOSER = NettyBuffers.class.getName() + ".lose";

    /** The site of most chunks. */
    private static final String TAKER = NettyBuffers.class.getName() + ".take(";

    @TempDir
    private Path directory;

    @OnOneJdk
    void tellsWhoHasThem(Jdk jdk) throws IOException {
        Path file = directory.resolve("pools.jfr");
        ChildJvm.on(jdk)
                .options("-Xmx256m", "-XX:MaxDirectMemorySize=2g")
                .options("-XX:StartFlightRecording:settings=default,filename=" + file)
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars("netty-buffer", "netty-common").toArray(Path[]::new))
                .agent("sample=1")
                .run(NettyBuffers.class, "pooled", "1", "5")
                .expectExit(0);

        MemoryReading last = RecordingReader.read(List.of(file)).last();
        assertThat(last.pools().pools()).hasSize(1);
        assertThat(last.pools().pools().get(0).pool().inUseBytes()).isEqualTo(LOST_BYTES);
        assertThat(last.pools().sampling().intervalBytes()).isEqualTo(1);
        assertThat(last.pools().sites()).hasSize(1);
        PooledSite lost = last.pools().sites().get(0);
        assertThat(lost.usage().site().toString()).startsWith(LOSER);
        assertThat(lost.usage().liveBytes()).isEqualTo(LOST_BYTES);
        assertThat(lost.lostBytes()).isEqualTo(LOST_BYTES);
        assertThat(last.owners())
                .extracting(SiteUsage::site)
                .contains(lost.usage().site());
        assertThat(last.sites()).anyMatch(usage -> usage.site().pool());
        assertThat(last.owners()).noneMatch(usage -> usage.site().pool());

        checkSamples(RecordingFile.readAllEvents(file));
        checkProfile(jdk, file, last);

        String report =
                runAgentJar(jdk, "report", file.toString()).expectExit(0).out();
        assertThat(report)
                .contains("PooledByteBufAllocator", "\nLEAK pooled buffers: 500 KB collected unreleased", LOSER);
        // The statement on the category may name who has taken chunks.
        assertThat(report.substring(report.indexOf("Call sites by live bytes"))).doesNotContain(TAKER);
        assertThat(runAgentJar(jdk, "report", "--chunks", file.toString())
                        .expectExit(0)
                        .out())
                .contains(TAKER);
    }

    /** Buffers in place of chunks: each byte is in one stack. */
    private void checkProfile(Jdk jdk, Path file, MemoryReading last) throws IOException {
        Path exported = directory.resolve("pools.speedscope.json");
        runAgentJar(jdk, "export", file.toString(), "--speedscope", "-o", exported.toString())
                .expectExit(0);
        JsonNode json = new ObjectMapper().readTree(exported.toFile());
        JsonNode inUse = json.get("profiles").get(0);
        assertThat(inUse.get("name").asText()).startsWith("inuse_space");
        assertThat(inUse.get("endValue").asLong())
                .isEqualTo(
                        last.owners().stream().mapToLong(SiteUsage::liveBytes).sum());
        int stacksOfBuffers = 0;
        for (JsonNode profile : json.get("profiles")) {
            for (JsonNode stack : profile.get("samples")) {
                List<String> frames = new ArrayList<>();
                stack.forEach(frame -> frames.add(
                        json.at("/shared/frames/" + frame.asInt() + "/name").asText()));
                if (frames.stream().anyMatch(frame -> frame.contains(".buffer.PoolArena"))) {
                    assertThat(frames.get(0)).isEqualTo("Netty Pooled Buffer");
                    stacksOfBuffers++;
                }
            }
        }
        assertThat(stacksOfBuffers).isPositive();
    }

    private static void checkSamples(List<RecordedEvent> events) {
        Map<Long, RecordedEvent> held = new HashMap<>();
        List<RecordedEvent> released = new ArrayList<>();
        for (RecordedEvent event : events) {
            switch (event.getEventType().getName()) {
                case "nmt.PooledBufferSample" -> held.put(event.getLong("buffer"), event);
                case "nmt.PooledBufferReleaseSample" -> released.add(event);
                default -> {}
            }
        }
        assertThat(released).hasSizeGreaterThan(1000);
        for (RecordedEvent release : released) {
            RecordedEvent taken = held.remove(release.getLong("buffer"));
            assertThat(taken).isNotNull();
            assertThat(release.getLong("size")).isEqualTo(taken.getLong("size"));
            assertThat(release.getDuration("heldFor").isNegative()).isFalse();
        }
        long bytes = 0;
        for (RecordedEvent taken : held.values()) {
            bytes += taken.getLong("weight");
            assertThat(taken.getStackTrace().getFrames())
                    .extracting(RecordedBuffersIT::method)
                    .contains(LOSER);
        }
        assertThat(bytes).isEqualTo(LOST_BYTES);
    }

    private static String method(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }
}
