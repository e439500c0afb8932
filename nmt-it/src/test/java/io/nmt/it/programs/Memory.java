package io.nmt.it.programs;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import sun.misc.Unsafe;

/** The ways in which programs take native memory. */
final class Memory {
    static final Unsafe UNSAFE = unsafe();

    private Memory() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Writes a heap buffer to a file: the channel copies it to a temporary direct buffer, which the thread keeps. */
    static void writeHeapBuffer(int bytes) throws IOException {
        Path file = Files.createTempFile("nmt", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(bytes));
        } finally {
            Files.delete(file);
        }
    }
}
