package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Frame;
import io.nmt.core.model.SiteUsage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Takes memory that belongs to objects of several kinds, each in a method of its own, and tells of each what will free
 * it.
 */
public final class Owned {
    private static final List<Object> HELD = new ArrayList<>();

    private Owned() {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        unsafe();
        buffer();
        deflater();
        mapped();
        if (Runtime.version().feature() >= 22) {
            automatic();
            shared();
            for (String arena : List.of("ofAuto", "ofShared")) {
                both(arena);
            }
        }
        for (SiteUsage usage : NativeMemory.sites()) {
            String taker = "";
            for (Frame frame : usage.site().frames()) {
                boolean own = frame.className().equals(Owned.class.getName());
                taker = own && !frame.methodName().equals("main") ? frame.methodName() : taker;
            }
            Talk.say("owner " + taker + " " + usage.site().freedBy());
        }
        Talk.say("held " + HELD.size());
    }

    private static void unsafe() {
        HELD.add(UNSAFE.allocateMemory(100));
    }

    private static void buffer() {
        HELD.add(ByteBuffer.allocateDirect(100));
    }

    private static void deflater() {
        HELD.add(new Deflater());
    }

    private static void mapped() throws IOException {
        Path file = Files.createTempFile("nmt", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            HELD.add(channel.map(FileChannel.MapMode.READ_WRITE, 0, 5000));
        } finally {
            Files.delete(file);
        }
    }

    private static void automatic() throws ReflectiveOperationException {
        allocate(arena("ofAuto"));
    }

    private static void shared() throws ReflectiveOperationException {
        allocate(arena("ofShared"));
    }

    private static void both(String arena) throws ReflectiveOperationException {
        allocate(arena(arena));
    }

    private static Object arena(String method) throws ReflectiveOperationException {
        return Class.forName("java.lang.foreign.Arena").getMethod(method).invoke(null);
    }

    private static void allocate(Object arena) throws ReflectiveOperationException {
        HELD.add(arena);
        HELD.add(Class.forName("java.lang.foreign.Arena")
                .getMethod("allocate", long.class, long.class)
                .invoke(arena, 100L, 8L));
    }
}
