package io.nmt.bench.soak;

import io.nmt.bench.support.NativeUnsafe;
import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Some operations on all paths, by chance; one operation is an allocation or a free. In the end it has freed all that
 * it holds; some blocks it hands to other workers.
 */
final class Worker implements Runnable {
    static final Category ALLOCATOR = Category.of("Soak Allocator");
    static final Category SCOPE = Category.of("Soak Scope");

    private static final int SLOTS = 256;
    private static final int OPERATIONS_PER_RARE = 20_000;
    private static final int MOST_BYTES = 3000;
    private static final int FILE_BYTES = 64 * 1024;

    // An address in a slot says in its lowest bits, which are 0 in any block, how it is to be freed.
    private static final int UNSAFE = 0;
    private static final int TRACKED = 1;
    private static final int LINKER = 2;
    private static final long KIND = 3;

    private final SplittableRandom random;
    private final AtomicLongArray handedOver;
    private final Path file;
    private final TrackedAllocator allocator = NativeMemory.allocator(ALLOCATOR);
    private final long[] slots = new long[SLOTS];
    private long left;

    Worker(SplittableRandom random, AtomicLongArray handedOver, Path file, long operations) {
        this.random = random;
        this.handedOver = handedOver;
        this.file = file;
        this.left = operations;
    }

    @Override
    public void run() {
        while (left > 0) {
            int slot = random.nextInt(SLOTS);
            long held = slots[slot];
            if (held == 0) {
                slots[slot] = allocate();
            } else if (random.nextInt(16) == 0) {
                slots[slot] = reallocate(held);
            } else if (random.nextInt(16) == 0) {
                slots[slot] = handedOver.getAndSet(random.nextInt(handedOver.length()), held);
            } else {
                free(held);
                slots[slot] = 0;
            }
            left--;
            if (random.nextInt(OPERATIONS_PER_RARE) == 0) {
                left -= rare();
            }
        }
        for (long held : slots) {
            free(held);
        }
    }

    private long allocate() {
        long bytes = 1L + random.nextInt(MOST_BYTES);
        return switch (random.nextInt(8)) {
            case 0 -> allocator.allocate(bytes) | TRACKED;
            case 1 ->
                ForeignPaths.available()
                        ? ForeignPaths.malloc(bytes) | LINKER
                        : NativeUnsafe.UNSAFE.allocateMemory(bytes);
            case 2 -> allocateInScope(bytes);
            default -> NativeUnsafe.UNSAFE.allocateMemory(bytes);
        };
    }

    private static long allocateInScope(long bytes) {
        try (Scope scope = NativeMemory.scope(SCOPE)) {
            assert scope != null;
            return NativeUnsafe.UNSAFE.allocateMemory(bytes);
        }
    }

    private long reallocate(long held) {
        long bytes = 1L + random.nextInt(MOST_BYTES);
        long address = held & ~KIND;
        return switch ((int) (held & KIND)) {
            case TRACKED -> allocator.reallocate(address, bytes) | TRACKED;
            case UNSAFE -> NativeUnsafe.UNSAFE.reallocateMemory(address, bytes);
            default -> held;
        };
    }

    static void free(long held) {
        long address = held & ~KIND;
        switch ((int) (held & KIND)) {
            case TRACKED -> NativeMemory.allocator(ALLOCATOR).free(address);
            case LINKER -> ForeignPaths.free(address);
            default -> NativeUnsafe.UNSAFE.freeMemory(address);
        }
    }

    /** Does an operation of microseconds, and returns the number of operations. Returns how many operations it was. */
    private int rare() {
        try {
            return switch (random.nextInt(6)) {
                case 0 -> direct();
                case 1 -> ForeignPaths.available() ? ForeignPaths.arena(1L + random.nextInt(MOST_BYTES)) : 0;
                case 2 -> give();
                case 3 -> zip();
                case 4 -> mapAndRead();
                default -> classLoader();
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DataFormatException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private int direct() {
        ByteBuffer.allocateDirect(1 + random.nextInt(MOST_BYTES));
        return 2;
    }

    private int give() {
        if (ForeignPaths.available()) {
            ForeignPaths.give(random.nextInt(MOST_BYTES));
        }
        return 1;
    }

    private int zip() throws DataFormatException {
        byte[] packed = new byte[512];
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[1000]);
        deflater.finish();
        int length = deflater.deflate(packed);
        deflater.end();
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        inflater.inflate(new byte[100]);
        inflater.end();
        return 4;
    }

    /** A mapping, which is unmapped when its buffer is garbage, and a read through a temporary buffer. */
    private int mapAndRead() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.map(FileChannel.MapMode.READ_ONLY, 0, FILE_BYTES).get(random.nextInt(FILE_BYTES));
            channel.read(ByteBuffer.allocate(1 + random.nextInt(FILE_BYTES)), 0);
        }
        return 4;
    }

    private static int classLoader() throws ReflectiveOperationException {
        Class<?> own = new OwnLoader().loadClass(Passing.class.getName());
        var constructor = own.getDeclaredConstructor();
        constructor.setAccessible(true); // it is in another package: that loader's
        ((Runnable) constructor.newInstance()).run();
        return 2;
    }

    /** Allocates and frees in a class that is unloaded later. */
    static final class Passing implements Runnable {
        Passing() {}

        @Override
        public void run() {
            NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(77));
        }
    }

    private static final class OwnLoader extends ClassLoader {
        OwnLoader() {
            super(Worker.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Passing.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (var in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
