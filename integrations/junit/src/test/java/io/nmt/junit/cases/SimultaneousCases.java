package io.nmt.junit.cases;

import io.nmt.junit.NativeMemoryAssertions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two tests that are inside at the same time; run by an integration test in a JVM of its own. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class SimultaneousCases {
    private static final List<Object> KEPT = Collections.synchronizedList(new ArrayList<>());
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);
    private static final CountDownLatch JUDGED = new CountDownLatch(1);

    @Test
    void leaks() throws Exception {
        BOTH.await();
        keepFromThread(44, "started by leaks");
        KEPT.add(ByteBuffer.allocateDirect(33));
        BOTH.await();
        JUDGED.await();
    }

    @Test
    void assertsThatItDoesNot() throws Throwable {
        try {
            NativeMemoryAssertions.assertNoLeaks(() -> {
                BOTH.await();
                BOTH.await();
            });
            NativeMemoryAssertions.assertNoLeaks(() -> {
                KEPT.add(ByteBuffer.allocateDirect(22));
                keepFromThread(11, "started meanwhile");
            });
        } finally {
            JUDGED.countDown();
        }
    }

    private static void keepFromThread(int bytes, String name) throws InterruptedException {
        Thread thread = new Thread(() -> KEPT.add(ByteBuffer.allocateDirect(bytes)), name);
        thread.start();
        thread.join();
    }
}
