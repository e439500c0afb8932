package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.ManyForeignHandles;
import io.nmt.it.programs.ManyPooled;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.DocumentedBounds;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import org.junit.jupiter.api.Assumptions;

/** The tables of pools and of the {@code Linker} stay within their bounds in a heap of 64 MB. */
class PoolBoundsIT {
    // As docs/reliability.md says.
    private static final int MOST_LINKER_HANDLES = 4_096;

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk).options("-Xmx64m", "-XX:+UseSerialGC", "-XX:-UseGCOverheadLimit");
    }

    @OnOldestAndNewestJdk
    void poolsStayWithinTheirBounds(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent("report=stdout").run(ManyPooled.class).expectSuccess();

        assertBound(outcome, "chunks of pools", "chunks of pools", ManyPooled.CHUNKS);
        assertBound(outcome, "buffers that pools lend", "buffers that Jetty", ManyPooled.BUFFERS);
        assertBound(outcome, "samples of pooled buffers", "samples of pooled buffers", ManyPooled.BUFFERS);
    }

    private static void assertBound(Outcome outcome, String table, String row, long entries) {
        String start = "table " + table + ": ";
        String[] said = outcome.outLines().stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).split(" "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(outcome));
        long bound = Long.parseLong(said[0]);
        DocumentedBounds.assertDocumented(bound, row, 0);
        assertThat(said[1]).as(table).isEqualTo("true");
        assertThat(entries).as(table).isGreaterThanOrEqualTo(2 * bound);
        assertThat(outcome.out()).contains("Not listed: " + table + " (");
    }

    /** Each is wrapped; beyond the bound each call wraps anew. */
    @OnOldestAndNewestJdk
    void handlesOfTheLinkerStayWithinTheirBound(Jdk jdk) {
        Assumptions.assumeTrue(jdk.feature() >= 22);
        Outcome outcome =
                jvm(jdk).allowSegments().agent().run(ManyForeignHandles.class).expectSuccess();

        // The handle that the program links has a place, too.
        assertThat(outcome.outLines())
                .contains("wrapped " + ManyForeignHandles.HANDLES + ", the same again " + (MOST_LINKER_HANDLES - 1));
    }
}
