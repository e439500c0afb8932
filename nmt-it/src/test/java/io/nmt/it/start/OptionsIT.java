package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Accounting;
import io.nmt.it.programs.Holder;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The agent's options: right ones do what they say, a wrong one leaves the application alone. */
class OptionsIT {
    @TempDir
    private Path directory;

    /** An agent's options, and what is complained of and what is allowed. */
    private record Wrong(String options, List<String> complaint) {
        Wrong(String options, String... complaint) {
            this(options, List.of(complaint));
        }
    }

    /** One JVM with as many agents: each says its line, and the program runs as without them. */
    @OnOneJdk
    void wrongOptions(Jdk jdk) {
        String[] all = {"report", "scale", "jfr", "peak", "categories"};
        String[] rule = {"category", "package.*:Category", "package.Class:Category"};
        Path missing = directory.resolve("missing").resolve("report.txt");
        List<Wrong> wrong = List.of(
                new Wrong("colour=red", with("colour", all)),
                new Wrong("verbose", with("verbose", with("key=value", all))),
                new Wrong("scale=KB,", "key=value"),
                new Wrong("sample=often", "often", "sample", "512KB"),
                new Wrong("depth=0", "depth", "1 to 256"),
                new Wrong("scale=TB", "'TB'", "scale", "B, KB, MB, GB"),
                new Wrong("peak=slow", "'slow'", "peak", "fast", "exact"),
                new Wrong("jfr=yes", "'yes'", "jfr", "true", "false"),
                new Wrong("pressure=120%", "'120%'", "pressure", "1% to 100%", "4GB", "off"),
                new Wrong("pressure-file=", "pressure-file", "a file"),
                new Wrong("categories=unsafe+heap", "unsafe+heap", "categories", "all", "direct-buffer", "unsafe"),
                new Wrong("categories=", "categories", "all", "direct-buffer", "unsafe"),
                new Wrong("category=com.acme.codec.*", with("'com.acme.codec.*'", rule)),
                new Wrong("category=com.acme.*:Acme+com.*.codec:Codec", with("'com.*.codec:Codec'", rule)),
                new Wrong("report=", "report", "stdout, stderr or a file"),
                new Wrong("report=" + missing, missing.toString(), "stdout, stderr or a file"),
                new Wrong("report=" + directory, directory.toString(), "stdout, stderr or a file"));
        ChildJvm jvm = ChildJvm.withoutC2(jdk).allowUnsafe();
        wrong.forEach(one -> jvm.agent(one.options()));

        Outcome outcome = jvm.run(Holder.class, "exit").expectExit(3);

        assertThat(outcome.out()).as(outcome::toString).isEqualTo("holding\n");
        List<String> lines = outcome.err().lines().toList();
        assertThat(lines).as(outcome::toString).hasSameSizeAs(wrong);
        for (int i = 0; i < lines.size(); i++) {
            assertComplaint(
                    lines.get(i), wrong.get(i).options(), outcome, wrong.get(i).complaint());
        }
    }

    private static String[] with(String first, String... more) {
        String[] all = Arrays.copyOf(more, more.length + 1);
        all[more.length] = first;
        return all;
    }

    private static void assertComplaint(String line, String options, Outcome outcome, List<String> complaint) {
        assertThat(line)
                .as("%s: %s", options, outcome)
                .startsWith("nmt: ")
                .contains(complaint)
                .endsWith("; native memory is not tracked");
    }

    /** One line that says what is wrong and what is allowed; no report, the program as without the agent. */
    @OnOneJdk
    void aWrongOptionAmongRightOnes(Jdk jdk) {
        String options = "report=stdout,scale=KB,peak=slow";
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent(options)
                .run(Holder.class, "exit")
                .expectExit(3);

        assertThat(outcome.out()).as(outcome::toString).isEqualTo("holding\n");
        assertThat(outcome.err().lines()).as(outcome::toString).hasSize(1);
        assertComplaint(outcome.err().strip(), options, outcome, List.of("'slow'", "peak", "fast", "exact"));
    }

    @OnOneJdk
    void aWrongOptionLeavesNoEvents(Jdk jdk) throws IOException {
        Path file = directory.resolve("refused.jfr");

        ChildJvm.withoutC2(jdk)
                .agent("jfr=true,peak=slow")
                .options("-XX:StartFlightRecording:filename=" + file)
                .run(Holder.class, "exit")
                .expectExit(3);

        assertThat(Recording.read(file).events()).isEmpty();
    }

    @OnOldestAndNewestJdk
    void noOptionsAreAllDefaults(Jdk jdk) {
        ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("")
                .run(Holder.class, "return")
                .expectSuccess();
    }

    @OnOneJdk
    void scales(Jdk jdk) {
        // 1,061 bytes in two blocks of Unsafe; 70,001 in a direct buffer
        assertScale(jdk, "B", "1,061", "70,001");
        assertScale(jdk, "KB", "1KB", "68KB");
        assertScale(jdk, "MB", "<1MB", "<1MB");
        assertScale(jdk, "GB", "<1GB", "<1GB");
    }

    private static void assertScale(Jdk jdk, String scale, String unsafe, String direct) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("scale=" + scale + ",report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly(unsafe, "2");
        assertThat(Report.row("Direct Buffer", outcome.out()).subList(0, 2)).containsExactly(direct, "1");
    }

    @OnOneJdk
    void oneCategory(Jdk jdk) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("categories=direct-buffer,report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        List<String> direct = List.of("70,001", "1", "70,001", "1");
        assertThat(Report.row("Direct Buffer", outcome.out())).isEqualTo(direct);
        assertThat(Report.row("Total", outcome.out())).isEqualTo(direct);
        assertThat(outcome.out())
                .doesNotContain("\nUnsafe ", "\nNIO Temporary Buffer", "\nNIO Internal")
                .contains("Current figures: exact but for what is not tracked (")
                .contains("Not tracked: Unsafe, NIO Temporary Buffer, NIO Internal,")
                .contains(", Zip, JNA (left out by option categories).\n");
    }

    @OnOneJdk
    void severalCategories(Jdk jdk) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("categories=unsafe+nio-temporary-buffer,report=stdout")
                .run(Holder.class, "exit");

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly("1,061", "2");
        assertThat(Report.row("NIO Temporary Buffer", outcome.out()).subList(0, 2))
                .containsExactly("10,000", "1");
        assertThat(Report.row("Total", outcome.out()).subList(0, 2)).containsExactly("11,061", "3");
        assertThat(outcome.out())
                .doesNotContain("\nDirect Buffer", "\nNIO Internal")
                .contains("Not tracked: Direct Buffer, NIO Internal,");
    }

    @OnOneJdk
    void allCategories(Jdk jdk) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("categories=all,report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly("1,061", "2");
        assertThat(Report.row("Direct Buffer", outcome.out()).subList(0, 2)).containsExactly("70,001", "1");
    }

    /** A category that is left out does not come back by a resize. */
    @OnOneJdk
    void whatIsLeftOutStaysOut(Jdk jdk) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
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

    @OnOneJdk
    void exactPeaks(Jdk jdk) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("peak=exact,report=stdout")
                .run(Holder.class, "return")
                .expectSuccess();

        assertThat(Report.row("Unsafe", outcome.out())).containsExactly("1,061", "2", "301,061", "3");
        assertThat(Report.row("Direct Buffer", outcome.out())).containsExactly("70,001", "1", "70,001", "1");
        assertThat(outcome.out()).contains("Peaks: exact.");
    }
}
