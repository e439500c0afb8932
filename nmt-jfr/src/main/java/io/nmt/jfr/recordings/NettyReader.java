package io.nmt.jfr.recordings;

import io.nmt.report.netty.NettyAllocator;
import io.nmt.report.netty.NettyEvents;
import io.nmt.report.netty.NettySite;
import io.nmt.report.netty.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads Netty's own events of buffers and chunks, whether the agent was in that process or not. What is kept in memory
 * are call sites and the addresses of chunks; not the events, which come in any order. Not thread-safe.
 */
public final class NettyReader {
    private static final String ALLOCATE_BUFFER = "io.netty.AllocateBuffer";
    private static final String ALLOCATE_CHUNK = "io.netty.AllocateChunk";
    private static final String LOSS = "jdk.DataLoss";

    private final Map<String, Allocator> allocators = new LinkedHashMap<>();
    private final Map<NettyStack, Sum> sites = new HashMap<>();
    private final Map<Long, Chunk> chunks = new HashMap<>();
    private final IdentityHashMap<RecordedStackTrace, NettyStack> stacks = new IdentityHashMap<>();
    private final RecordedJvm jvm = new RecordedJvm();
    private Instant begin;
    private Instant end;
    private long lostBytes;
    private boolean cutOff;

    private static final class Sum {
        private long count;
        private long bytes;

        void add(long ofOne) {
            count++;
            bytes += ofOne;
        }

        Tally tally() {
            return new Tally(count, bytes);
        }
    }

    private static final class Allocator {
        private final Sum allocated = new Sum();
        private final Sum freed = new Sum();
        private final Sum moved = new Sum();
        private final Sum allocatedChunks = new Sum();
        private final Sum freedChunks = new Sum();
        private long chunksWithoutAddress;
    }

    /** The last chunk at an address, and the time of its free. */
    private static final class Chunk {
        private Instant allocated = Instant.MIN;
        private Instant freed = Instant.MIN;
        private NettyStack stack;
        private long bytes;

        boolean isLive() {
            return allocated.isAfter(freed);
        }
    }

    private NettyReader() {}

    /**
     * Reads them.
     *
     * @param files recordings of one process, in any order
     * @return what they tell; null if they have no such events
     * @throws RecordingException if one of them is not a recording, or they are known to be of different processes
     * @throws IOException if one cannot be read
     */
    public static NettyEvents read(List<Path> files) throws IOException {
        for (Path file : files) {
            RecordingFiles.startNanos(file);
        }
        if (!EventTypes.mayBeIn(files, ALLOCATE_BUFFER) && !EventTypes.mayBeIn(files, ALLOCATE_CHUNK)) {
            return null;
        }
        NettyReader reader = new NettyReader();
        for (Path file : files) {
            reader.add(file);
        }
        reader.jvm.check();
        return reader.begin == null ? null : reader.result();
    }

    /** As far as it can be read. */
    private void add(Path path) {
        stacks.clear();
        try (RecordingFile file = new RecordingFile(path)) {
            while (file.hasMoreEvents()) {
                add(path, file.readEvent());
            }
        } catch (IOException | RuntimeException | Error e) {
            cutOff = true; // what the parser throws, RecordingReader tells
        }
    }

    private void add(Path file, RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case RecordedJvm.EVENT -> jvm.add(file, new JfrEvent(event));
            case LOSS -> lostBytes += event.getLong("amount");
            case ALLOCATE_BUFFER -> {
                if (isDirect(event)) {
                    long bytes = bufferBytes(event);
                    allocator(event).allocated.add(bytes);
                    sites.computeIfAbsent(stack(event), stack -> new Sum()).add(bytes);
                }
            }
            case "io.netty.FreeBuffer" -> {
                if (isDirect(event)) {
                    allocator(event).freed.add(bufferBytes(event));
                }
            }
            case "io.netty.ReallocateBuffer" -> {
                if (isDirect(event)) {
                    allocator(event).moved.add(bufferBytes(event));
                }
            }
            case ALLOCATE_CHUNK -> {
                if (isDirect(event)) {
                    allocated(event, allocator(event));
                }
            }
            case "io.netty.FreeChunk" -> {
                if (isDirect(event)) {
                    freed(event, allocator(event));
                }
            }
            default -> {} // another's
        }
    }

    /** Also notes when it was. */
    private boolean isDirect(RecordedEvent event) {
        Instant time = event.getStartTime();
        begin = begin == null || time.isBefore(begin) ? time : begin;
        end = end == null || time.isAfter(end) ? time : end;
        return event.getBoolean("direct");
    }

    /** The bytes that a buffer may use of its chunk. */
    private static long bufferBytes(RecordedEvent event) {
        return event.getInt("maxFastCapacity");
    }

    private Allocator allocator(RecordedEvent event) {
        return allocators.computeIfAbsent(className(event), name -> new Allocator());
    }

    private static String className(RecordedEvent event) {
        RecordedClass type = event.getValue("allocatorType");
        return type == null ? "?" : type.getName();
    }

    private NettyStack stack(RecordedEvent event) {
        String className = className(event);
        RecordedStackTrace trace = event.getStackTrace();
        NettyStack known = stacks.get(trace);
        if (known == null || !known.className().equals(className)) {
            known = NettyStack.of(className, trace);
            stacks.put(trace, known);
        }
        return known;
    }

    private void allocated(RecordedEvent event, Allocator allocator) {
        long bytes = event.getInt("capacity");
        allocator.allocatedChunks.add(bytes);
        long address = event.getLong("address");
        if (address == 0) {
            allocator.chunksWithoutAddress++;
            return;
        }
        Chunk chunk = chunks.computeIfAbsent(address, key -> new Chunk());
        if (event.getStartTime().isAfter(chunk.allocated)) {
            chunk.allocated = event.getStartTime();
            chunk.stack = stack(event);
            chunk.bytes = bytes;
        }
    }

    private void freed(RecordedEvent event, Allocator allocator) {
        allocator.freedChunks.add(event.getInt("capacity"));
        long address = event.getLong("address");
        if (address != 0) {
            Chunk chunk = chunks.computeIfAbsent(address, key -> new Chunk());
            chunk.freed = event.getStartTime().isAfter(chunk.freed) ? event.getStartTime() : chunk.freed;
        }
    }

    private NettyEvents result() {
        List<NettyAllocator> result = new ArrayList<>();
        allocators.forEach((name, allocator) -> result.add(new NettyAllocator(
                name,
                allocator.allocated.tally(),
                allocator.freed.tally(),
                allocator.moved.tally(),
                allocator.allocatedChunks.tally(),
                allocator.freedChunks.tally(),
                allocator.chunksWithoutAddress)));
        result.sort(Comparator.comparingLong(
                        (NettyAllocator allocator) -> allocator.allocated().bytes())
                .reversed());
        Map<NettyStack, Sum> live = new HashMap<>();
        for (Chunk chunk : chunks.values()) {
            if (chunk.isLive()) {
                live.computeIfAbsent(chunk.stack, stack -> new Sum()).add(chunk.bytes);
            }
        }
        return new NettyEvents(begin, end, lostBytes, cutOff, result, list(sites), list(live));
    }

    private static List<NettySite> list(Map<NettyStack, Sum> sums) {
        List<NettySite> list = new ArrayList<>();
        sums.forEach((stack, sum) -> list.add(new NettySite(stack.site(), sum.tally())));
        list.sort(Comparator.comparingLong((NettySite site) -> site.tally().bytes())
                .reversed());
        return list;
    }
}
