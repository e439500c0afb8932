package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.TemporaryBuffers;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** Temporary buffers of NIO by thread, to the byte. */
class TemporaryBuffersIT {
    @OnEveryJdk
    void eachThreadsCache(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .run(TemporaryBuffers.class, "threads")
                .expectSuccess();

        assertThat(cachesOfOthersThanMain(outcome, "written"))
                .as(outcome::toString)
                .containsExactly(
                        "large|1000000|1", "middle|100000|1", "grown|60000|1", "small|10000|1", "several|6000|3");
        assertSumIsTheCategory(outcome, "written");
        assertThat(cachesOfOthersThanMain(outcome, "ended"))
                .as(outcome::toString)
                .isEmpty();
        assertSumIsTheCategory(outcome, "ended");
    }

    @OnEveryJdk
    void whatIsTooLargeIsNotKept(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .options("-Djdk.nio.maxCachedBufferSize=50000")
                .run(TemporaryBuffers.class, "threads")
                .expectSuccess();

        assertThat(cachesOfOthersThanMain(outcome, "written"))
                .as(outcome::toString)
                .containsExactly("grown|30000|1", "middle|20000|1", "small|10000|1", "several|6000|3");
        assertSumIsTheCategory(outcome, "written");
    }

    @OnEveryJdk
    void aVirtualThreadFillsItsCarriersCache(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "virtual threads");
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .run(TemporaryBuffers.class, "virtual")
                .expectSuccess();

        assertThat(cachesOfOthersThanMain(outcome, "written"))
                .as(outcome::toString)
                .singleElement()
                .asString()
                .matches("ForkJoinPool-1-worker-\\d+\\|10000\\|1");
        assertSumIsTheCategory(outcome, "written");
    }

    /** Their start would make the scheduler, with the settings of that moment. */
    @OnEveryJdk
    void virtualThreadsAreNotInitialised(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "virtual threads");
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .options("-Xlog:class+init=info")
                .run(TemporaryBuffers.class, "threads")
                .expectSuccess();

        assertThat(outcome.out())
                .contains("'io/nmt/core/internal/origins/Origins'")
                .doesNotContain("Initializing 'java/lang/VirtualThread'");
    }

    @OnEveryJdk
    void whatACleanerFrees(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .options("-Djava.util.concurrent.ForkJoinPool.common.parallelism=1")
                .run(TemporaryBuffers.class, "common-pool")
                .expectSuccess();

        assertThat(cachesOfOthersThanMain(outcome, "written"))
                .as(outcome::toString)
                .singleElement()
                .asString()
                .startsWith("ForkJoinPool.commonPool-worker-1|");
        assertSumIsTheCategory(outcome, "written");
        if (jdk.feature() == 17) {
            assertThat(cachesOfOthersThanMain(outcome, "collected"))
                    .as(outcome::toString)
                    .isEmpty();
        }
        assertSumIsTheCategory(outcome, "collected");
    }

    @OnEveryJdk
    void withExactPeaks(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("peak=exact")
                .run(TemporaryBuffers.class, "threads")
                .expectSuccess();

        assertThat(cachesOfOthersThanMain(outcome, "written"))
                .as(outcome::toString)
                .hasSize(5);
        assertSumIsTheCategory(outcome, "written");
    }

    @OnEveryJdk
    void leftOut(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("categories=direct-buffer+unsafe")
                .run(TemporaryBuffers.class, "threads")
                .expectSuccess();

        assertThat(caches(outcome, "written")).as(outcome::toString).isEmpty();
        Snapshot written = Figures.at("written", outcome);
        assertThat(written.total().count()).as(outcome::toString).isZero();
        assertThat(written.untrackedBlocks()).as(outcome::toString).isZero();
    }

    @OnEveryJdk
    void inTheReport(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("report=stdout")
                .options("-Djdk.nio.maxCachedBufferSize=50000")
                .run(TemporaryBuffers.class, "exit")
                .expectSuccess();

        assertThat(outcome.outLines())
                .anyMatch(line -> line.startsWith("Temporary NIO buffers by thread, the most bytes first,"
                        + " jdk.nio.maxCachedBufferSize=50000 ("))
                .anyMatch(line -> line.matches(" *10,000 +1 +waiting"));
    }

    /** Some JDKs use NIO to read class files. */
    private static List<String> cachesOfOthersThanMain(Outcome outcome, String label) {
        return caches(outcome, label).stream()
                .filter(cache -> !cache.startsWith("main|"))
                .toList();
    }

    private static List<String> caches(Outcome outcome, String label) {
        String prefix = "cache " + label + "|";
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .toList();
    }

    private static void assertSumIsTheCategory(Outcome outcome, String label) {
        long bytes = 0;
        long count = 0;
        for (String cache : caches(outcome, label)) {
            String[] cells = cache.split("\\|");
            bytes += Long.parseLong(cells[1]);
            count += Long.parseLong(cells[2]);
        }
        CategoryUsage usage = Figures.at(label, outcome).category("NIO Temporary Buffer");
        assertThat(List.of(bytes, count)).as(outcome::toString).containsExactly(usage.committed(), usage.count());
    }
}
