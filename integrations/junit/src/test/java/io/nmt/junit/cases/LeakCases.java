package io.nmt.junit.cases;

import io.nmt.junit.ExpectNativeMemory;
import io.nmt.junit.LimitNativeMemory;
import io.nmt.junit.NativeMemoryAssertions;
import io.nmt.junit.NoNativeLeaks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with bugs, and some without; run by an integration test in a JVM of its own. */
@NoNativeLeaks
class LeakCases {
    private static final List<Object> KEPT = new ArrayList<>();
    private static ExecutorService older;

    @TempDir
    private Path directory;

    private ByteBuffer field;

    @BeforeAll
    static void startThread() throws Exception {
        older = Executors.newSingleThreadExecutor(task -> new Thread(task, "server"));
        older.submit(() -> {}).get();
    }

    @AfterAll
    static void stopThread() {
        older.shutdown();
    }

    @AfterEach
    void forgetField() {
        KEPT.remove(field); // it is never there
        field = null;
    }

    @Test
    void freesAll() {
        ByteBuffer.allocateDirect(100).put((byte) 1);
        field = ByteBuffer.allocateDirect(200);
    }

    @Test
    void keepsBuffers() {
        for (int i = 0; i < 3; i++) {
            KEPT.add(ByteBuffer.allocateDirect(4096));
        }
    }

    @Test
    void forgetsInflater() {
        KEPT.add(new Inflater());
    }

    @Test
    void aJarKeepsItsInflater() throws IOException {
        try (InputStream in = Test.class.getResourceAsStream("Test.class")) {
            in.readAllBytes();
        }
    }

    @Test
    void keepsMappedFile() throws IOException {
        Path file = Files.write(directory.resolve("data"), new byte[10_000]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, 10_000);
            KEPT.add(map);
        }
    }

    @Test
    void itsThreadsLeakToo() throws InterruptedException {
        Thread thread = new Thread(() -> KEPT.add(ByteBuffer.allocateDirect(77)), "worker");
        thread.start();
        thread.join();
    }

    @Test
    void aServersThreadLeaks() throws Exception {
        older.submit(() -> KEPT.add(ByteBuffer.allocateDirect(88))).get();
    }

    @Test
    void aStaticInitialiserIsNoLeak() {
        Constant.BUFFER.clear();
    }

    private static final class Constant {
        static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(1234);
    }

    @Test
    @NoNativeLeaks(warmups = 2)
    void fillsACacheOnce() {
        Cache.get().clear();
    }

    private static final class Cache {
        private static ByteBuffer cached;

        static ByteBuffer get() {
            if (cached == null) {
                cached = ByteBuffer.allocateDirect(4321);
            }
            return cached;
        }
    }

    @Test
    @NoNativeLeaks(exceptSites = "io.nmt.junit.cases.LeakCases$Excepted")
    void leaksWhereItMay() {
        Excepted.leak();
    }

    private static final class Excepted {
        static void leak() {
            KEPT.add(ByteBuffer.allocateDirect(5));
        }
    }

    @Test
    @NoNativeLeaks(upTo = "1KB", categories = "Direct Buffer")
    void leaksLittle() {
        KEPT.add(ByteBuffer.allocateDirect(1024));
        KEPT.add(new Inflater());
    }

    @Test
    void failsAndLeaks() {
        KEPT.add(ByteBuffer.allocateDirect(66));
        throw new IllegalStateException("the test's own");
    }

    @Test
    @LimitNativeMemory("1MB")
    void takesTooMuch() {
        ByteBuffer.allocateDirect(900_000).put((byte) 1);
        field = ByteBuffer.allocateDirect(2_000_000);
    }

    @Test
    @LimitNativeMemory("64MB")
    @ExpectNativeMemory(category = "Direct Buffer", min = "1KB", max = "1MB")
    @ExpectNativeMemory(category = "Mapped File", max = "0")
    void staysInRange() {
        field = ByteBuffer.allocateDirect(2000);
    }

    @Test
    @ExpectNativeMemory(category = "Direct Buffer", min = "1KB", max = "1MB")
    @ExpectNativeMemory(category = "Zip", max = "1KB")
    void isOutOfBothRanges() {
        new Inflater().end();
    }

    @Test
    @LimitNativeMemory("much")
    void hasAWrongLimit() {}

    @Test
    @ExpectNativeMemory(category = "Direct Bufer", max = "1MB")
    void namesNoCategory() {
        ByteBuffer.allocateDirect(2_000_000);
    }

    @Test
    @NoNativeLeaks(categories = "Zipp")
    void looksAtNoCategory() {}

    @Test
    void assertsWhatLeaks() throws Throwable {
        NativeMemoryAssertions.assertNoLeaks(() -> ByteBuffer.allocateDirect(10));
        NativeMemoryAssertions.assertPeakAtMost("1KB", () -> ByteBuffer.allocateDirect(1000));
        NativeMemoryAssertions.assertNoLeaks(() -> KEPT.add(ByteBuffer.allocateDirect(11)));
    }
}
