package io.nmt.report.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.Region;
import io.nmt.core.model.Category;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readings of the test's own process. */
class ResidentMemoryTest {
    private static final long BYTES = 64L << 20;
    private static final long A_PAGE_AT_EACH_END = 2 * 4096;

    // A page that the kernel is just moving is not in memory.
    private static final long MOVED_BYTES = 64 << 10;

    @BeforeEach
    void onlyLinuxTells() {
        assumeTrue(ResidentReader.isSupported());
    }

    @Test
    void theLinesAddUp() {
        for (int i = 0; i < 5; i++) {
            ResidentMemory memory = ResidentReader.readMemory();

            assertThat(memory.lines().stream()
                            .mapToLong(ResidentLine::residentBytes)
                            .sum())
                    .isEqualTo(memory.rssBytes())
                    .isPositive();
            assertThat(memory.lines()).allSatisfy(line -> {
                assertThat(line.residentBytes()).isNotNegative();
                assertThat(line.committedBytes()).isNotNegative();
                assertThat(line.reservedBytes()).isNotNegative();
            });
            assertThat(memory.lines()).extracting(ResidentLine::component).doesNotHaveDuplicates();
            assertThat(memory.peakRssBytes()).isPositive();
            assertThat(memory.threads()).isGreaterThan(1);
            assertThat(memory.tookNanos()).isPositive();
        }
    }

    /** Resident memory is accessible, and accessible memory is address space. */
    @Test
    void noLineHasMoreInMemoryThanIsCommitted() {
        for (int i = 0; i < 5; i++) {
            assertThat(ResidentReader.readMemory().lines())
                    .allSatisfy(line -> assertThat(line.committedBytes())
                            .as(line.toString())
                            .isGreaterThanOrEqualTo(line.residentBytes()));
        }
    }

    /** It was in that of its category and in that of all other files. */
    @Test
    void aTrackedMappingIsInOneLine() throws IOException {
        Path path = Files.createTempFile("nmt-columns", ".bin");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer buffer = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            buffer.put(0, (byte) 1);
            long address = AddressSpace.read().regions().stream()
                    .filter(region -> region.path().equals(path.toString()))
                    .findFirst()
                    .orElseThrow()
                    .start();
            ResidentMemory before = ResidentReader.readMemory();
            NativeMemory.record(address, BYTES, Category.MAPPED_FILE);
            try {
                ResidentMemory tracked = ResidentReader.readMemory();

                assertThat(tracked.line(Category.MAPPED_FILE.name()).committedBytes())
                        .isEqualTo(BYTES);
                ResidentLine others = before.line(Component.OTHER_FILES);
                ResidentLine rest = tracked.line(Component.OTHER_FILES);
                assertThat(others.reservedBytes() - rest.reservedBytes()).isCloseTo(BYTES, within(BYTES / 4));
                assertThat(others.committedBytes() - rest.committedBytes()).isCloseTo(BYTES, within(BYTES / 4));
            } finally {
                NativeMemory.release(address);
            }
            buffer.force();
        } finally {
            Files.delete(path);
        }
    }

    /** Also where a large block is tracked. */
    @Test
    void reservedAddsUpToTheAddressSpace() {
        Category category = Category.of("ResidentMemoryTest columns");
        withBlock(category, address -> {
            ResidentMemory memory;
            long space;
            // Other threads map and unmap: malloc an arena of 64 MB, for example.
            do {
                space = addressSpaceBytes();
                memory = ResidentReader.readMemory();
            } while (Math.abs(addressSpaceBytes() - space) > BYTES / 4);
            long reserved = memory.lines().stream()
                    .mapToLong(ResidentLine::reservedBytes)
                    .sum();
            long committed = memory.lines().stream()
                    .mapToLong(ResidentLine::committedBytes)
                    .sum();
            assertThat(reserved).isCloseTo(space, within(BYTES / 2));
            assertThat(committed).isLessThan(reserved).isGreaterThan(memory.rssBytes());
        });
    }

    private static long addressSpaceBytes() {
        return AddressSpace.read().regions().stream().mapToLong(Region::bytes).sum();
    }

    @Test
    void whatEveryJvmHas() {
        ResidentMemory memory = ResidentReader.readMemory();

        for (Component component : new Component[] {
            Component.METASPACE,
            Component.CODE_CACHE,
            Component.THREAD_STACKS,
            Component.LIBRARIES,
            Component.JVM_MALLOC
        }) {
            assertThat(memory.line(component).residentBytes())
                    .as(component.label())
                    .isPositive();
        }
    }

    @Test
    void aTouchedBlockIsResident() {
        Category category = Category.of("ResidentMemoryTest touched");
        withBlock(category, address -> {
            fill(address);

            ResidentLine line = ResidentReader.readMemory().line(category.name());
            assertThat(line.committedBytes()).isEqualTo(BYTES);
            assertThat(line.residentBytes()).isBetween(BYTES - MOVED_BYTES, BYTES + A_PAGE_AT_EACH_END);
            assertThat(line.accuracy()).isEqualTo(Accuracy.EXACT);
        });
        assertThat(ResidentReader.readMemory().line(category.name()).residentBytes())
                .isZero();
    }

    @Test
    void aBlockThatNobodyHasTouchedIsNot() {
        Category category = Category.of("ResidentMemoryTest untouched");
        withBlock(category, address -> {
            ResidentLine line = ResidentReader.readMemory().line(category.name());
            assertThat(line.committedBytes()).isEqualTo(BYTES);
            assertThat(line.residentBytes()).isBetween(0L, A_PAGE_AT_EACH_END);
        });
    }

    /** So large a block has a mapping of its own, which is given back when it is freed. */
    private static void withBlock(Category category, LongConsumer use) {
        TrackedAllocator allocator = NativeMemory.allocator(category);
        long address = allocator.allocate(BYTES);
        try {
            use.accept(address);
        } finally {
            allocator.free(address);
        }
    }

    /**
     * One that is like no other, so that it is not found by its likeness; and that runs, so that the system does not
     * tell.
     */
    @Test
    void theStackOfARunningThread() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(1);
        Thread thread = new Thread(null, () -> runDeep(20_000, running, stop), "runs", 77L << 20);
        long before = ResidentReader.readMemory().line(Component.THREAD_STACKS).reservedBytes();
        thread.start();
        running.await();
        try {
            ResidentLine stacks = ResidentReader.readMemory().line(Component.THREAD_STACKS);
            assertThat(stacks.reservedBytes() - before).isGreaterThan(70L << 20);
            assertThat(stacks.residentBytes()).isGreaterThan(500L << 10);
        } finally {
            stop.set(true);
            thread.join();
        }
    }

    private static int runDeep(int depth, CountDownLatch running, AtomicBoolean stop) {
        if (depth > 0) {
            return runDeep(depth - 1, running, stop) + 1;
        }
        running.countDown();
        while (!stop.get()) {
            Thread.onSpinWait();
        }
        return 0;
    }

    @Test
    void kindsOfPagesAddUp() {
        ResidentReading reading = ResidentReader.read();
        ResidentMemory memory = reading.memory();

        assertThat(memory.pages().cleanFileBytes() + memory.pages().notReclaimableBytes())
                .isEqualTo(memory.rssBytes());
        assertThat(memory.pages().anonymousBytes())
                .isGreaterThan(memory.line(Component.JAVA_HEAP).residentBytes());
        assertThat(memory.pages().cleanFileBytes()).isPositive();
        assertThat(reading.files()).allMatch(file -> !file.path().isEmpty());
        assertThat(reading.facts().mappings()).isGreaterThan(100);
        assertThat(reading.facts().limits().mappings()).isGreaterThan(1000);
        assertThat(ResidentJudge.of(reading, List.of(), List.of())).isNotEmpty();
    }

    /** By reflection: javac's warning of sun.misc.Unsafe cannot be switched off. */
    private static void fill(long address) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            unsafe.getMethod("setMemory", long.class, long.class, byte.class)
                    .invoke(instance.get(null), address, BYTES, (byte) 1);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @Test
    void aLineThatIsNotThere() {
        assertThat(ResidentReader.readMemory().line("no such component"))
                .isEqualTo(new ResidentLine("no such component", Component.CATEGORY, 0, 0, 0, Accuracy.EXACT, ""));
    }
}
