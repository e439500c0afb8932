package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.JdkPaths;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** Memory that the JDK allocates for itself is not counted as the application's. */
class CategoriesIT {
    @OnEveryJdk
    void channelsAndSelectors(Jdk jdk) {
        Outcome outcome =
                ChildJvm.withoutC2(jdk).agent().run(JdkPaths.class, "channels").expectSuccess();

        Snapshot open = Figures.at("open", outcome);
        assertThat(open.category("NIO Internal").count()).as(outcome::toString).isGreaterThanOrEqualTo(4);
        assertThat(open.category("NIO Temporary Buffer").count())
                .as(outcome::toString)
                .isPositive();
        assertNothing(outcome, "Unsafe", "Direct Buffer", "Foreign Memory");
        assertThat(Figures.at("closed", outcome).category("NIO Internal").committed())
                .as(outcome::toString)
                .isLessThan(open.category("NIO Internal").committed());
    }

    @OnEveryJdk
    void files(Jdk jdk) {
        Outcome outcome =
                ChildJvm.withoutC2(jdk).agent().run(JdkPaths.class, "files").expectSuccess();

        assertThat(Figures.at("open", outcome).category("NIO Internal").count())
                .as(outcome::toString)
                .isGreaterThanOrEqualTo(2);
        assertNothing(outcome, "Unsafe", "Direct Buffer", "Foreign Memory");
    }

    private static void assertNothing(Outcome outcome, String... categories) {
        for (String category : categories) {
            assertThat(Figures.at("open", outcome).category(category).peakCommitted())
                    .as("%s in %s", category, outcome)
                    .isEqualTo(Figures.at("begin", outcome).category(category).peakCommitted());
        }
    }

    @OnEveryJdk
    void arenas(Jdk jdk) {
        assertForeignMemory(runArena(jdk, "arena"), 1000 + 64, 2);
    }

    /**
     * Segments of 61 and 63 bytes; a JDK that clears them by words rounds them up itself before it calls {@code
     * Unsafe}.
     */
    @OnEveryJdk
    void segmentsAreCountedAsTheJdkAsksForThem(Jdk jdk) {
        assertForeignMemory(runArena(jdk, "odd-arena"), jdk.feature() == 21 ? 61 + 63 : 64 + 64, 2);
    }

    private static Outcome runArena(Jdk jdk, String step) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");
        return ChildJvm.withoutC2(jdk)
                .allowSegments()
                .agent()
                .run(JdkPaths.class, step)
                .expectSuccess();
    }

    @OnEveryJdk
    void incubatingSegments(Jdk jdk) {
        assumeTrue(jdk.feature() == 17, "jdk.incubator.foreign");
        ChildJvm jvm = ChildJvm.withoutC2(jdk).allowSegments();

        assertForeignMemory(jvm.agent().run(JdkPaths.class, "incubator").expectSuccess(), 1000, 1);
    }

    private static void assertForeignMemory(Outcome outcome, long bytes, long blocks) {
        CategoryUsage open = Figures.at("open", outcome).category("Foreign Memory");
        assertThat(List.of(open.committed(), open.reserved(), open.count()))
                .as(outcome::toString)
                .containsExactly(bytes, bytes, blocks);
        assertNothing(outcome, "Unsafe", "Direct Buffer");
        Snapshot closed = Figures.at("closed", outcome);
        assertThat(closed.category("Foreign Memory").count())
                .as(outcome::toString)
                .isZero();
    }
}
