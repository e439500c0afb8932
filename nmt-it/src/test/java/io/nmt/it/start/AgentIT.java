package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Encapsulation;
import io.nmt.it.programs.Hello;
import io.nmt.it.programs.Holder;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The agent from the JVM's start on: what it prints, and that the application does not notice it. */
class AgentIT {
    private static final String HOLDING = "holding\n";

    @OnEveryJdk
    void aProgramWithoutNativeMemoryPrintsOnlyItsOwnOutput(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk).agent().run(Hello.class).expectSuccess();

        assertThat(outcome.out()).isEqualTo("hello\n");
    }

    @OnEveryJdk
    void javaLangStaysClosedToTheApplication(Jdk jdk) {
        Outcome outcome =
                ChildJvm.withC2InCi(jdk).agent().run(Encapsulation.class).expectSuccess();

        assertThat(outcome.out()).isEqualTo("java.lang is open: false\n");
    }

    @OnOneJdk
    void noReportUnlessAsked(Jdk jdk) {
        Outcome outcome = holder(jdk).agent().run(Holder.class, "return").expectSuccess();

        assertThat(outcome.out()).isEqualTo(HOLDING + "returning\n");
    }

    @OnOldestAndNewestJdk
    void reportToStdout(Jdk jdk) {
        Outcome outcome = holder(jdk).agent("report=stdout").run(Holder.class, "exit");

        assertThat(outcome.err()).as(outcome::toString).isEmpty();
        assertThat(outcome.out()).startsWith(HOLDING + Report.TITLE);
        assertReport(outcome.out());
    }

    @OnOneJdk
    void reportToStderr(Jdk jdk) {
        Outcome outcome = holder(jdk).agent("report=stderr").run(Holder.class, "exit");

        assertThat(outcome.out()).as(outcome::toString).isEqualTo(HOLDING);
        assertThat(outcome.err()).startsWith(Report.TITLE);
        assertReport(outcome.err());
    }

    @OnOneJdk
    void reportToFile(Jdk jdk, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("report.txt"), "an older report");

        Outcome outcome = holder(jdk).agent("report=" + file).run(Holder.class, "exit");

        assertThat(outcome.out()).as(outcome::toString).isEqualTo(HOLDING);
        assertThat(outcome.err()).isEmpty();
        String report = Files.readString(file);
        assertThat(report).startsWith(Report.TITLE);
        assertReport(report);
    }

    /** The report on the memory of {@link Holder} while its main thread lives. */
    private static void assertReport(String report) {
        assertThat(Report.row("Unsafe", report).subList(0, 2)).as(report).containsExactly("1,061", "2");
        assertThat(Report.row("Direct Buffer", report).subList(0, 2)).as(report).containsExactly("70,001", "1");
        assertThat(Report.row("NIO Temporary Buffer", report)).as(report).containsExactly("10,000", "1", "10,000", "1");
        assertThat(report).contains("Untracked blocks: 0.");
    }

    @OnOldestAndNewestJdk
    void sameOutputAndExitCodeAfterAReturn(Jdk jdk) {
        assertSameWithAndWithoutAgent(jdk, "return", 0);
    }

    @OnOldestAndNewestJdk
    void sameOutputAndExitCodeAfterSystemExit(Jdk jdk) {
        assertSameWithAndWithoutAgent(jdk, "exit", 3);
    }

    @OnOldestAndNewestJdk
    void sameOutputAndExitCodeAfterAnUncaughtException(Jdk jdk) {
        assertSameWithAndWithoutAgent(jdk, "throw", 1);
    }

    private static void assertSameWithAndWithoutAgent(Jdk jdk, String ending, int exitCode) {
        Outcome without = holder(jdk).run(Holder.class, ending).expectExit(exitCode);
        Outcome with = holder(jdk).agent().run(Holder.class, ending).expectExit(exitCode);

        assertThat(with.out()).as(with::toString).isEqualTo(without.out());
        assertThat(with.err()).as(with::toString).isEqualTo(without.err());
    }

    @OnOneJdk
    void aReportAfterAnUncaughtException(Jdk jdk) {
        Outcome outcome =
                holder(jdk).agent("report=stdout").run(Holder.class, "throw").expectExit(1);

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly("1,061", "2");
    }

    @OnOneJdk
    void aReportAfterASignal(Jdk jdk) {
        try (Child child = holder(jdk).agent("report=stdout").start(Holder.class, "wait")) {
            child.awaitLine("holding");
            child.terminate();
            Outcome outcome = child.await().expectExit(128 + 15);

            assertThat(outcome.err()).as(outcome::toString).isEmpty();
            assertReport(outcome.out());
        }
    }

    @OnOneJdk
    void aSecondAgentChangesNothing(Jdk jdk) {
        Outcome outcome =
                holder(jdk).agent("report=stdout").agent("report=stdout").run(Holder.class, "exit");

        assertThat(outcome.err())
                .as(outcome::toString)
                .isEqualTo("nmt: the agent is active already; these options are not used: report=stdout\n");
        assertThat(outcome.out()).containsOnlyOnce(Report.TITLE);
        assertReport(outcome.out());
    }

    @OnOneJdk
    void aSecondAgentWithOtherOptionsChangesNothing(Jdk jdk) {
        Outcome outcome = holder(jdk)
                .agent("report=stdout,jfr=false")
                .agent("report=stderr,scale=MB,peak=exact,categories=unsafe")
                .run(Holder.class, "exit");

        assertThat(outcome.err())
                .as(outcome::toString)
                .isEqualTo("nmt: the agent is active already; these options are not used: "
                        + "report=stderr,scale=MB,peak=exact,categories=unsafe\n");
        assertThat(outcome.out()).containsOnlyOnce(Report.TITLE).doesNotContain("Peaks: exact.");
        assertReport(outcome.out());
    }

    private static ChildJvm holder(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk).allowUnsafe();
    }
}
