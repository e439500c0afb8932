package io.nmt.junit.cases;

import io.nmt.junit.NoNativeLeaks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Threads that a test did not start; run by an integration test in a JVM of its own. */
class ThreadCases {
    private static final List<Object> KEPT = Collections.synchronizedList(new ArrayList<>());

    // It runs before any test's measurement.
    private static final ExecutorService OLDER = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "server");
        thread.setDaemon(true);
        return thread;
    });

    static {
        OLDER.execute(() -> {});
    }

    @Test
    @NoNativeLeaks
    void ofAnOlderThread() throws Exception {
        OLDER.submit(() -> KEPT.add(ByteBuffer.allocateDirect(88))).get();
    }

    @Test
    @NoNativeLeaks
    void ofAnOlderThreadAndItsOwn() throws Exception {
        OLDER.submit(() -> KEPT.add(ByteBuffer.allocateDirect(88))).get();
        KEPT.add(ByteBuffer.allocateDirect(55));
    }

    @Test
    @NoNativeLeaks(otherThreads = true)
    void ofAnOlderThreadThatCounts() throws Exception {
        OLDER.submit(() -> KEPT.add(ByteBuffer.allocateDirect(99))).get();
    }
}
