package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.MappedFile;
import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Maps files in every way; its argument says which. With a second argument, it first waits for an agent. */
public final class Mappings {
    private static final long PAGE_BYTES = Memory.UNSAFE.pageSize();
    private static final int FILE_BYTES = 1_000_000;

    private final Path directory;
    private final List<Object> reachable = new ArrayList<>();

    private Mappings(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] arguments) throws Throwable {
        Path directory = Files.createTempDirectory("nmt mappings");
        if (arguments.length > 1) {
            // An agent that is attached later finds the classes loaded.
            Mappings early = new Mappings(directory);
            early.open("early", MapMode.READ_ONLY, 0, FILE_BYTES);
            Talk.say("ready");
            Talk.await("attached");
        }
        Mappings program = new Mappings(directory);
        Figures.say("begin");
        switch (arguments[0]) {
            case "modes" -> program.modes();
            case "cleaner" -> program.cleaner();
            case "resident" -> program.resident();
            case "arena" -> program.arena();
            case "handle" -> program.handle();
            case "truncated" -> program.truncated();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private MappedByteBuffer open(String name, MapMode mode, long position, long size) throws IOException {
        try (FileChannel channel = file(name)) {
            MappedByteBuffer buffer = channel.map(mode, position, size);
            reachable.add(buffer);
            return buffer;
        }
    }

    private FileChannel file(String name) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            Files.write(file, new byte[FILE_BYTES]);
        }
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private void modes() throws IOException {
        MappedByteBuffer[] buffers = {
            open("read only", MapMode.READ_ONLY, 0, FILE_BYTES),
            open("read and write", MapMode.READ_WRITE, 0, 4096),
            open("private", MapMode.PRIVATE, 0, 5000),
            open("in the middle", MapMode.READ_ONLY, 4196, 10_000), // 100 bytes behind the start of a page
            open("grown", MapMode.READ_WRITE, 0, 3_000_001), // larger than the file, which grows
            open("in the middle", MapMode.READ_ONLY, 0, 0),
        };
        Figures.say("mapped");
        list();
        compareWithProc();
        Files.delete(directory.resolve("private"));
        list();
        Memory.UNSAFE.invokeCleaner(buffers[0]);
        Memory.UNSAFE.invokeCleaner(buffers[3]);
        compareWithProc();
        for (int i : new int[] {1, 2, 4}) {
            Memory.UNSAFE.invokeCleaner(buffers[i]);
        }
        compareWithProc();
        Figures.say("unmapped");
    }

    private void cleaner() throws IOException {
        for (int i = 0; i < 10; i++) {
            open("many", MapMode.READ_ONLY, 0, FILE_BYTES);
        }
        Figures.say("mapped");
        compareWithProc();
        reachable.clear();
        while (!NativeMemory.mappedFiles().isEmpty()) {
            System.gc();
            Thread.onSpinWait();
        }
        compareWithProc();
        Figures.say("unmapped");
    }

    private void resident() throws IOException {
        MappedByteBuffer half = open("half", MapMode.PRIVATE, 0, 200 * PAGE_BYTES);
        for (int page = 0; page < 100; page++) {
            half.put((int) (page * PAGE_BYTES), (byte) 1);
        }
        MappedByteBuffer untouched = open("untouched", MapMode.READ_ONLY, 0, FILE_BYTES);
        list();
        Talk.say("limits " + half.limit() + " " + untouched.limit());
    }

    /** JDK 21 (a preview) and later. */
    private void arena() throws Throwable {
        Class<?> type = Class.forName("java.lang.foreign.Arena");
        Method map = FileChannel.class.getMethod("map", MapMode.class, long.class, long.class, type);
        for (String kind : new String[] {"ofConfined", "ofShared"}) {
            Object arena = type.getMethod(kind).invoke(null);
            try (FileChannel channel = file(kind)) {
                map.invoke(channel, MapMode.READ_ONLY, 5000L, 100_000L, arena);
            }
            reachable.add(arena);
        }
        Figures.say("mapped");
        list();
        compareWithProc();
        for (Object arena : reachable) {
            type.getMethod("close").invoke(arena);
        }
        compareWithProc();
        Figures.say("unmapped");
    }

    /** As Chronicle does it. */
    private void handle() throws Throwable {
        boolean inChannel = Runtime.version().feature() < 20;
        Class<?> owner = Class.forName(inChannel ? "sun.nio.ch.FileChannelImpl" : "sun.nio.ch.UnixFileDispatcherImpl");
        Class<?>[] after = {int.class, long.class, long.class, boolean.class};
        Method map0 = inChannel
                ? owner.getDeclaredMethod("map0", after)
                : owner.getDeclaredMethod(
                        "map0", FileDescriptor.class, int.class, long.class, long.class, boolean.class);
        Method unmap0 = owner.getDeclaredMethod("unmap0", long.class, long.class);
        map0.setAccessible(true);
        unmap0.setAccessible(true);
        MethodHandle map = MethodHandles.lookup().unreflect(map0);
        MethodHandle unmap = MethodHandles.lookup().unreflect(unmap0);
        try (FileChannel channel = file("by handle")) {
            var descriptor = channel.getClass().getDeclaredField("fd");
            descriptor.setAccessible(true);
            Object target = inChannel ? channel : descriptor.get(channel);
            long address = (long) map.invoke(target, 0, 0L, 300_000L, false);
            Figures.say("mapped");
            list();
            compareWithProc();
            int ignored = (int) unmap.invoke(address, 300_000L);
            compareWithProc();
            Figures.say("unmapped");
        }
    }

    private void truncated() throws IOException {
        MappedByteBuffer buffer = open("truncated", MapMode.READ_ONLY, 0, FILE_BYTES);
        try (FileChannel channel = file("truncated")) {
            channel.truncate(0);
        }
        try {
            Talk.say("read " + buffer.get(FILE_BYTES - 1));
        } catch (InternalError e) {
            Talk.say(e.getClass().getName());
        }
        Figures.say("mapped");
        compareWithProc();
        Memory.UNSAFE.invokeCleaner(buffer);
        Figures.say("unmapped");
    }

    private void list() {
        for (MappedFile file : NativeMemory.mappedFiles()) {
            Talk.say(String.join(
                    "|",
                    "file",
                    directory.relativize(Path.of(file.path())).toString(),
                    Long.toString(file.bytes()),
                    file.mode(),
                    Long.toString(file.residentBytes() / PAGE_BYTES),
                    file.threadName(),
                    Boolean.toString(file.ageNanos() > 0)));
        }
    }

    /** {@code proc PATH bytes as the system shows them, and as we do, rounded up to pages}. */
    private void compareWithProc() throws IOException {
        Map<String, Long> theirs = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
            String[] fields = line.split(" +", 6);
            if (fields.length == 6 && fields[5].startsWith(directory.toString())) {
                String[] ends = fields[0].split("-");
                theirs.merge(fields[5], Long.parseLong(ends[1], 16) - Long.parseLong(ends[0], 16), Long::sum);
            }
        }
        Map<String, Long> ours = new TreeMap<>();
        for (MappedFile file : NativeMemory.mappedFiles()) {
            ours.merge(file.path(), (file.bytes() + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES, Long::sum);
        }
        Talk.say("proc " + theirs);
        Talk.say("ours " + ours);
    }
}
