package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.report.netty.NettyAllocator;
import io.nmt.report.netty.NettyEvents;
import io.nmt.report.netty.NettySite;
import io.nmt.report.netty.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that have Netty's names and fields. */
class NettyReaderTest {
    @TempDir
    private Path directory;

    @Name("io.netty.AllocateChunk")
    static final class AllocateChunk extends Event {
        Class<?> allocatorType;
        int capacity;
        boolean direct;
        long address;
    }

    @Name("io.netty.FreeChunk")
    static final class FreeChunk extends Event {
        Class<?> allocatorType;
        int capacity;
        boolean direct;
        long address;
    }

    private static void allocate(Class<?> type, int capacity, boolean direct, long address) {
        AllocateChunk event = new AllocateChunk();
        event.allocatorType = type;
        event.capacity = capacity;
        event.direct = direct;
        event.address = address;
        event.commit();
    }

    private static void free(Class<?> type, int capacity, long address) {
        FreeChunk event = new FreeChunk();
        event.allocatorType = type;
        event.capacity = capacity;
        event.direct = true;
        event.address = address;
        event.commit();
    }

    @Test
    void chunksAreFollowedByTheirAddress() throws IOException {
        Path file = directory.resolve("chunks.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            free(String.class, 7, 50); // from before the recording
            allocate(String.class, 100, true, 10);
            allocate(String.class, 200, true, 20);
            free(String.class, 100, 10);
            allocate(String.class, 300, true, 10); // at the address of one that was freed
            allocate(String.class, 400, true, 30);
            free(String.class, 400, 30);
            allocate(String.class, 9999, false, 0);
            allocate(Integer.class, 1000, true, 0);
            recording.stop();
            recording.dump(file);
        }

        NettyEvents events = NettyReader.read(List.of(file));

        assertThat(events.liveChunks())
                .extracting(NettySite::tally)
                .containsExactly(new Tally(1, 300), new Tally(1, 200));
        assertThat(events.liveChunks())
                .allSatisfy(site ->
                        assertThat(site.site().toString()).startsWith(NettyReaderTest.class.getName() + ".allocate("));
        assertThat(events.allocators())
                .containsExactlyInAnyOrder(
                        allocator("java.lang.String", new Tally(4, 1000), new Tally(3, 507), 0),
                        allocator("java.lang.Integer", new Tally(1, 1000), new Tally(0, 0), 1));
    }

    private static NettyAllocator allocator(String name, Tally chunks, Tally freedChunks, long withoutAddress) {
        Tally none = new Tally(0, 0);
        return new NettyAllocator(name, none, none, none, chunks, freedChunks, withoutAddress);
    }

    @Test
    void whatIsNoRecordingIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("text.jfr"), "io.netty.AllocateBuffer");
        assertThatThrownBy(() -> NettyReader.read(List.of(file))).hasMessageContaining("is not a flight recording");
    }
}
