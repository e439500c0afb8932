package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.programs.Accounting;
import io.nmt.agent.programs.Holder;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Figures;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnEveryJdk;
import io.nmt.agent.support.Outcome;
import io.nmt.agent.support.Recording;
import io.nmt.agent.support.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The agent's options: right ones do what they say, a wrong one leaves the application alone. */
class OptionsIT {
    @TempDir
    private Path directory;

    @OnEveryJdk
    void anUnknownOption(Jdk jdk) {
        assertRefused(jdk, "colour=red", "colour", "report", "scale", "jfr", "peak", "categories");
    }

    @OnEveryJdk
    void whatIsNoSampleAndNoDepth(Jdk jdk) {
        assertRefused(jdk, "sample=often", "often", "sample", "512KB");
        assertRefused(jdk, "depth=0", "depth", "1 to 256");
    }

    @OnEveryJdk
    void anOptionWithoutAValue(Jdk jdk) {
        assertRefused(jdk, "verbose", "verbose", "key=value", "report", "scale", "jfr", "peak", "categories");
    }

    @OnEveryJdk
    void aTrailingComma(Jdk jdk) {
        assertRefused(jdk, "scale=KB,", "key=value");
    }

    @OnEveryJdk
    void aWrongScale(Jdk jdk) {
        assertRefused(jdk, "scale=TB", "'TB'", "scale", "B, KB, MB, GB");
    }

    @OnEveryJdk
    void aWrongPeak(Jdk jdk) {
        assertRefused(jdk, "peak=slow", "'slow'", "peak", "fast", "exact");
    }

    @OnEveryJdk
    void aWrongJfr(Jdk jdk) {
        assertRefused(jdk, "jfr=yes", "'yes'", "jfr", "true", "false");
    }

    @OnEveryJdk
    void aWrongPressure(Jdk jdk) {
        assertRefused(jdk, "pressure=120%", "'120%'", "pressure", "1% to 100%", "4GB", "off");
        assertRefused(jdk, "pressure-file=", "pressure-file", "a file");
    }

    @OnEveryJdk
    void aWrongCategory(Jdk jdk) {
        assertRefused(jdk, "categories=unsafe+heap", "unsafe+heap", "categories", "all", "direct-buffer", "unsafe");
        assertRefused(jdk, "categories=", "categories", "all", "direct-buffer", "unsafe");
    }

    @OnEveryJdk
    void aWrongRule(Jdk jdk) {
        String[] allowed = {"category", "package.*:Category", "package.Class:Category"};
        assertRefused(jdk, "category=com.acme.codec.*", with("'com.acme.codec.*'", allowed));
        assertRefused(jdk, "category=com.acme.*:Acme+com.*.codec:Codec", with("'com.*.codec:Codec'", allowed));
    }

    private static String[] with(String first, String... more) {
        String[] all = Arrays.copyOf(more, more.length + 1);
        all[more.length] = first;
        return all;
    }

    @OnEveryJdk
    void anEmptyReport(Jdk jdk) {
        assertRefused(jdk, "report=", "report", "stdout, stderr or a file");
    }

    @OnEveryJdk
    void aReportThatCannotBeWritten(Jdk jdk) {
        Path missing = directory.resolve("missing").resolve("report.txt");
        assertRefused(jdk, "report=" + missing, missing.toString(), "stdout, stderr or a file");
        assertRefused(jdk, "report=" + directory, directory.toString(), "stdout, stderr or a file");
    }

    @OnEveryJdk
    void aWrongOptionAmongRightOnes(Jdk jdk) {
        assertRefused(jdk, "report=stdout,scale=KB,peak=slow", "'slow'", "peak", "fast", "exact");
    }

    /** One line that says what is wrong and what is allowed; no report, the program as without the agent. */
    private static void assertRefused(Jdk jdk, String options, String... complaint) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent(options)
                .run(Holder.class, "exit")
                .expectExit(3);

        assertThat(outcome.out()).as(outcome::toString).isEqualTo("holding\n");
        assertThat(outcome.err().lines())
                .as(outcome::toString)
                .singleElement()
                .asString()
                .startsWith("nmt: ")
                .contains(complaint)
                .endsWith("; native memory is not tracked");
    }

    @OnEveryJdk
    void aWrongOptionLeavesNoEvents(Jdk jdk) throws IOException {
        Path file = directory.resolve("refused.jfr");

        ChildJvm.on(jdk)
                .agent("jfr=true,peak=slow")
                .options("-XX:StartFlightRecording:filename=" + file)
                .run(Holder.class, "exit")
                .expectExit(3);

        assertThat(Recording.read(file).events()).isEmpty();
    }

    @OnEveryJdk
    void noOptionsAreAllDefaults(Jdk jdk) {
        ChildJvm.on(jdk).allowUnsafe().agent("").run(Holder.class, "return").expectSuccess();
    }

    @OnEveryJdk
    void scales(Jdk jdk) {
        // 1,061 bytes in two blocks of Unsafe; 70,001 in a direct buffer
        assertScale(jdk, "B", "1,061", "70,001");
        assertScale(jdk, "KB", "1KB", "68KB");
        assertScale(jdk, "MB", "<1MB", "<1MB");
        assertScale(jdk, "GB", "<1GB", "<1GB");
    }

    private static void assertScale(Jdk jdk, String scale, String unsafe, String direct) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent("scale=" + scale + ",report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly(unsafe, "2");
        assertThat(Report.row("Direct Buffer", outcome.out()).subList(0, 2)).containsExactly(direct, "1");
    }

    @OnEveryJdk
    void oneCategory(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent("categories=direct-buffer,report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        List<String> direct = List.of("70,001", "1", "70,001", "1");
        assertThat(Report.row("Direct Buffer", outcome.out())).isEqualTo(direct);
        assertThat(Report.row("Total", outcome.out())).isEqualTo(direct);
        assertThat(outcome.out()).doesNotContain("Unsafe ", "NIO Temporary Buffer", "NIO Internal");
    }

    @OnEveryJdk
    void severalCategories(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent("categories=unsafe+nio-temporary-buffer,report=stdout")
                .run(Holder.class, "exit");

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly("1,061", "2");
        assertThat(Report.row("NIO Temporary Buffer", outcome.out()).subList(0, 2))
                .containsExactly("10,000", "1");
        assertThat(Report.row("Total", outcome.out()).subList(0, 2)).containsExactly("11,061", "3");
        assertThat(outcome.out()).doesNotContain("Direct Buffer", "NIO Internal");
    }

    @OnEveryJdk
    void allCategories(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent("categories=all,report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly("1,061", "2");
        assertThat(Report.row("Direct Buffer", outcome.out()).subList(0, 2)).containsExactly("70,001", "1");
    }

    /** What is left out does not come back by being resized. */
    @OnEveryJdk
    void whatIsLeftOutStaysOut(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent("categories=direct-buffer")
                .run(Accounting.class, "reallocate")
                .expectSuccess();

        for (String label : List.of("16K", "8K", "5M", "freed")) {
            assertThat(Figures.at(label, outcome).category("Unsafe").count()).isZero();
            assertThat(Figures.at(label, outcome).untrackedBlocks()).isZero();
            assertThat(Figures.at(label, outcome).total().count())
                    .isEqualTo(Figures.at("begin", outcome).total().count());
        }
    }

    @OnEveryJdk
    void exactPeaks(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .agent("peak=exact,report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        assertThat(Report.row("Unsafe", outcome.out())).containsExactly("1,061", "2", "301,061", "3");
        assertThat(Report.row("Direct Buffer", outcome.out())).containsExactly("70,001", "1", "70,001", "1");
        assertThat(outcome.out()).contains("Peaks: exact.");
    }
}
