package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.hooks.ZipHooks;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.ZipFiles;
import io.nmt.it.programs.ZipStreams;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Inflaters and deflaters are counted from construction to end, as large as zlib makes them. */
class ZipIT {
    private static final String CATEGORY = "Zip";

    @OnEveryJdk
    void inflaters(Jdk jdk) {
        assertInflaters(run(jdk, "inflaters"));
    }

    @OnEveryJdk
    void inflatersWithEveryBlockSampled(Jdk jdk) {
        assertInflaters(ChildJvm.withC2InCi(jdk)
                .agent("sample=1")
                .run(ZipStreams.class, "inflaters")
                .expectSuccess());
    }

    private static void assertInflaters(Outcome outcome) {
        assertZip(outcome, "new", 100, 100 * ZipHooks.NEW_INFLATER_BYTES);
        assertZip(outcome, "used", 100, 100 * ZipHooks.INFLATER_BYTES);
        assertZip(outcome, "reset", 100, 100 * ZipHooks.INFLATER_BYTES);
        assertZip(outcome, "ended", 0, 0);
        assertAllKnown(outcome, "ended");
    }

    @OnEveryJdk
    void deflaters(Jdk jdk) {
        Outcome outcome = run(jdk, "deflaters");

        assertZip(outcome, "new", 100, 100 * ZipHooks.DEFLATER_BYTES);
        assertZip(outcome, "used", 100, 100 * ZipHooks.DEFLATER_BYTES);
        assertZip(outcome, "reset", 100, 100 * ZipHooks.DEFLATER_BYTES);
        assertZip(outcome, "ended", 0, 0);
        assertAllKnown(outcome, "ended");
    }

    @OnEveryJdk
    void anAgentThatComesLater(Jdk jdk) {
        try (Child child = ChildJvm.withC2InCi(jdk).allowAttach().start(ZipStreams.class, "late")) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            child.say("attached");
            Outcome outcome = child.await().expectSuccess();

            assertZip(outcome, "old ended", 0, 0);
            assertThat(Figures.at("old ended", outcome).unknownFrees()
                            - Figures.at("begin", outcome).unknownFrees())
                    .as(outcome::toString)
                    .isEqualTo(3);
            assertZip(outcome, "used", 100, 100 * ZipHooks.INFLATER_BYTES);
            assertZip(outcome, "ended", 0, 0);
        }
    }

    @OnEveryJdk
    void whatIsNeverEndedIsLiveWithItsOrigin(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("report=stdout")
                .run(ZipStreams.class, "leaks")
                .expectSuccess();

        assertZip(outcome, "leaked", 20, 10 * (ZipHooks.NEW_INFLATER_BYTES + ZipHooks.DEFLATER_BYTES));
        List<String> origins = outcome.outLines().stream()
                .filter(line -> line.startsWith("origin "))
                .sorted()
                .toList();
        assertThat(origins)
                .as(outcome::toString)
                .containsExactlyElementsOf(Stream.of(ZipHooks.DEFLATER_BYTES, ZipHooks.NEW_INFLATER_BYTES)
                        .flatMap(bytes -> Collections.nCopies(10, "origin " + bytes + " leaker true").stream())
                        .toList());
        assertThat(Report.row(CATEGORY, outcome.out()).get(1)).isEqualTo("20");
        assertThat(outcome.out()).contains("\nZip: an estimate, within 15 %, also in the total.\n");
    }

    @OnEveryJdk
    void theCleanerEndsWhatIsUnreachable(Jdk jdk) {
        Outcome outcome = run(jdk, "cleaner");

        assertZip(outcome, "reachable", 200, 100 * (ZipHooks.NEW_INFLATER_BYTES + ZipHooks.DEFLATER_BYTES));
        assertZip(outcome, "collected", 0, 0);
        assertAllKnown(outcome, "collected");
    }

    @OnEveryJdk
    void threadsThatEndEachOthersStreams(Jdk jdk) {
        Outcome outcome = run(jdk, "threads");

        long left = Figures.at("left", outcome).category(CATEGORY).count();
        assertThat(left).as(outcome::toString).isPositive();
        assertThat(outcome.out()).contains("left " + left + "\n");
        assertZip(outcome, "ended", 0, 0);
        assertAllKnown(outcome, "ended");
    }

    @OnEveryJdk
    void filesAndStreamsAreReadAndWrittenAsEver(Jdk jdk) {
        Outcome with =
                ChildJvm.withC2InCi(jdk).agent().run(ZipFiles.class, "figures").expectSuccess();
        Outcome without = ChildJvm.withC2InCi(jdk).run(ZipFiles.class).expectSuccess();

        assertThat(results(without)).hasSizeGreaterThan(40);
        assertThat(results(with)).isEqualTo(results(without));
        assertThat(Figures.at("zip file open", with).category(CATEGORY).count())
                .as(with::toString)
                .isPositive();
        assertZip(with, "closed", 0, 0);
        assertAllKnown(with, "closed");
    }

    private static List<String> results(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> !line.startsWith("figures "))
                .toList();
    }

    private static Outcome run(Jdk jdk, String step) {
        return ChildJvm.withC2InCi(jdk).agent().run(ZipStreams.class, step).expectSuccess();
    }

    private static void assertZip(Outcome outcome, String label, long count, long bytes) {
        CategoryUsage usage = Figures.at(label, outcome).category(CATEGORY);
        assertThat(List.of(usage.count(), usage.committed(), usage.reserved()))
                .as("%s, %s", label, outcome)
                .containsExactly(count, bytes, bytes);
    }

    /** No stream was missed, and none ended that was not known. */
    private static void assertAllKnown(Outcome outcome, String label) {
        Snapshot end = Figures.at(label, outcome);
        assertThat(end.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(end.unknownFrees())
                .as(outcome::toString)
                .isEqualTo(Figures.at("begin", outcome).unknownFrees());
    }
}
