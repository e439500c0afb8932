package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PressureEvidenceTest {
    private static final long MIB = 1 << 20;

    @TempDir
    private Path directory;

    private PressureEvidence evidence(Path log) {
        return new PressureEvidence(
                new EvidenceFile(directory.resolve("a.txt").toString()),
                new TerminationLog(log.toString()),
                null,
                false);
    }

    /** As where direct buffers reach their limit while a threshold is reported and a recording begins. */
    @Test
    void twoReportsAtOnceAreBothWritten() throws Exception {
        PressureEvidence evidence = evidence(directory.resolve("no-log"));
        Crossing[] crossings = {
            Crossing.of(Cause.THRESHOLD, "threshold of resident memory", 200 * MIB, 100 * MIB),
            new Crossing(Cause.DIRECT, "direct buffer limit", 64 * MIB, 64 * MIB, "Thread \"x\" gets it\n", 0),
        };
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (Crossing crossing : crossings) {
            CountDownLatch firstStep = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    return;
                }
                evidence.write(crossing, false, firstStep);
            });
            thread.start();
            threads.add(thread);
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        String both = Files.readString(directory.resolve("a.txt")) + Files.readString(directory.resolve("a.txt.1"));
        assertThat(both)
                .contains("threshold of resident memory: usage 200 MB", "direct buffer limit: usage 64 MB")
                .contains("Thread \"x\" gets it");
        assertThat(directory.resolve("a.txt.2")).doesNotExist();
    }

    @Test
    void toPrepareWritesNothing() throws IOException {
        Path log = Files.writeString(directory.resolve("log"), "of another");
        evidence(log).prepare(Crossing.of(Cause.CGROUP, "cgroup limit of /x", 150 * MIB, 200 * MIB));

        assertThat(log).hasContent("of another");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(log);
        }
    }

    /** A process that the kernel ends at once: its first lines come first, and the whole report follows. */
    @Test
    void atACgroupsLimitTheFirstLinesSayWhatHolds() throws IOException {
        Path log = Files.createFile(directory.resolve("log"));
        evidence(log)
                .write(
                        Crossing.of(Cause.CGROUP, "cgroup limit of /x", 190 * MIB, 200 * MIB),
                        false,
                        new CountDownLatch(1));

        assertThat(directory.resolve("a.txt"))
                .content()
                .containsSubsequence(
                        "cgroup limit of /x: usage 190 MB, limit 200 MB (95 %)\n",
                        "Held: ", "Figures follow.", "Native memory outside the Java heap");
        assertThat(log).content().startsWith("nmt: cgroup limit: 190 MB of 200 MB in use (95 %) at ");
    }
}
