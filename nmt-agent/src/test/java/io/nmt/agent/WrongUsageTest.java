package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** First guesses of who has not read the documentation: one line says what is wrong, another one what to type. */
@Isolated("reads what is printed")
class WrongUsageTest {
    @TempDir
    private Path directory;

    private String file;

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(directory.resolve("app.jfr"), "").toString();
    }

    private static void assertSaid(Outcome outcome, String wrong, String instead) {
        assertThat(outcome.exitCode()).as(outcome::toString).isEqualTo(2);
        assertThat(outcome.out()).as(outcome::toString).isEmpty();
        assertThat(outcome.err().lines().toList()).as(outcome::toString).containsExactly("nmt: " + wrong, instead);
    }

    @Test
    void theHelpOfACommandWhicheverStandsFirst() {
        String help = InProcess.run("help", "leaks").expectSuccess().out();
        assertThat(help).contains("leaks [OPTIONS] PID", "--age=TIME");
        assertThat(InProcess.run("--help", "leaks").expectSuccess().out()).isEqualTo(help);
        assertThat(InProcess.run("-h", "leaks").expectSuccess().out()).isEqualTo(help);
        String all = InProcess.run("--help").expectSuccess().out();
        assertThat(all).contains("nmt COMMAND");
        assertThat(InProcess.run("-h", "4796").expectSuccess().out()).isEqualTo(all);
        assertSaid(InProcess.run("--help", "sumary"), "unknown command 'sumary'", "Did you mean 'summary'?");
    }

    @Test
    void aCommandThatThereIsNot() {
        assertSaid(InProcess.run("sumary", "1"), "unknown command 'sumary'", "Did you mean 'summary'?");
        assertSaid(InProcess.run("help", "sumary"), "unknown command 'sumary'", "Did you mean 'summary'?");
        assertSaid(InProcess.run("SUMMARY"), "unknown command 'SUMMARY'", "Did you mean 'summary'?");
        assertSaid(InProcess.run("flame"), "unknown command 'flame'", "Did you mean 'flamegraph'?");
        assertSaid(InProcess.run("version"), "unknown command 'version'", "Did you mean '--version'?");
        assertSaid(InProcess.run("1", "2"), "unknown command '1'", "Type: nmt explain 1");
        assertThat(InProcess.run("kubernetes").err())
                .startsWith("nmt: no JVM here has 'kubernetes' in its name or arguments\nProcesses: 'nmt list'."
                        + " Commands: list, ")
                .hasLineCount(2);
    }

    @Test
    void theCommandIsNotFirst() {
        assertSaid(InProcess.run("1", "summary"), "the command comes first", "Type: nmt summary 1");
        assertSaid(
                InProcess.run("-p", "1", "leaks", "--top", "3"),
                "the command comes first",
                "Type: nmt leaks 1 --top 3");
    }

    /** As asprof, jstat and others have it. */
    @Test
    void theProcessIsAnOption() {
        String wrong = "the process id stands alone, without an option";
        assertSaid(InProcess.run("leaks", "-p", "1"), wrong, "Type: nmt leaks 1");
        assertSaid(InProcess.run("leaks", "--top=3", "--pid", "1"), wrong, "Type: nmt leaks 1 --top=3");
        assertSaid(InProcess.run("rss", "--pid=1", "--advise"), wrong, "Type: nmt rss 1 --advise");
        assertThat(InProcess.run("leaks", "-p").err()).startsWith("nmt: the process id (PID) is missing");
    }

    @Test
    void aFileInPlaceOfAProcess() {
        assertSaid(
                InProcess.run("summary", file),
                "'" + file + "' is not a process id: summary asks a running JVM; a recording is read by:",
                "Type: nmt report " + file);
        assertSaid(
                InProcess.run("top", "missing.jfr"),
                "'missing.jfr' is not a process id: top asks a running JVM; a recording is read by:",
                "Type: nmt report missing.jfr");
        assertSaid(
                InProcess.run("rss", directory.toString()),
                "'" + directory + "' is not a process id, it is a directory; what a process has left there is read by:",
                "Type: nmt postmortem " + directory);
        assertSaid(InProcess.run("leaks", "help"), "'help' is not a process id", "Type: nmt leaks --help");
    }

    @Test
    void aProcessInPlaceOfAFile() {
        String pid = Long.toString(ProcessHandle.current().pid());
        String advice = pid + " does not exist; files are read here, of process " + pid + " tell 'summary " + pid + "'";
        InProcess.run("compare", pid, pid).expectFailure(advice);
        InProcess.run("postmortem", pid).expectFailure(advice);
        InProcess.run("report", directory.toString()).expectFailure("is a directory; name the file in it");
    }

    @Test
    void theFileToWriteHasNoOption() {
        assertSaid(InProcess.run("dump", "1", "x.csv"), "unexpected argument 'x.csv'", "Type: nmt dump 1 -o x.csv");
        assertSaid(
                InProcess.run("export", "1", "--pprof", "x.pb.gz"),
                "unexpected argument 'x.pb.gz'",
                "Type: nmt export 1 --pprof -o x.pb.gz");
        assertSaid(
                InProcess.run("flamegraph", "1", "x.html"),
                "Missing required option: '--output=FILE', for the page",
                "Type: nmt flamegraph 1 -o x.html");
        InProcess.run("report", file, "--output=").expectFailure("the name of the file to write is empty");
    }

    @Test
    void theReportOfAProcessIsAPage() {
        InProcess.run("report", "4194305").expectFailure("there is no process 4194305");
        assertSaid(
                InProcess.run("report", "4194305", "--json"),
                "the report of a process is a page; JSON has:",
                "Type: nmt summary 4194305 --json");
    }

    @Test
    void comparesNoOtherJson() throws IOException {
        String other = Files.writeString(directory.resolve("other.json"), "{}").toString();
        assertThat(InProcess.run("compare", other, other).err())
                .isEqualTo("nmt: " + other + " is no saved report: it has no figures of a recording:"
                        + " 'nmt report FILE.jfr --json' writes them\n");
        String page = directory.resolve("page.html").toString();
        assertThat(InProcess.run("compare", other, other, "-o", page).err())
                .isEqualTo("nmt: " + other + " is a saved report: a page is made of recordings alone\n");
    }

    @Test
    void anOptionThatThereIsNot() {
        assertSaid(InProcess.run("leaks", "1", "--stack"), "unknown option '--stack'", "Did you mean '--stacks'?");
        assertSaid(InProcess.run("list", "-v"), "unknown option '-v'", "Did you mean '-V'?");
        assertSaid(
                InProcess.run("list", "-n", "1"),
                "unknown option '-n'",
                "Options: --json, --wide, --no-color, --help, --version");
        assertSaid(
                InProcess.run("compare", "a.jfr", "b.jfr", "c.jfr"),
                "unexpected argument 'c.jfr'",
                "Usage: nmt compare [OPTIONS] A.jfr|A.json B.jfr|B.json");
    }

    @Test
    void optionsOfTheAgentAreOneArgument() {
        String typed = "Type: nmt attach 1 sample=1,scale=MB";
        assertSaid(
                InProcess.run("attach", "1", "sample=1", "scale=MB"),
                "unexpected argument 'scale=MB'; the agent's options are one argument",
                typed);
        assertSaid(
                InProcess.run("attach", "1", "--sample=1", "--scale=MB"),
                "unknown option '--sample'; the agent's options are one argument",
                typed);
        assertSaid(
                InProcess.run("attach", "1", "-javaagent:nmt-agent.jar=sample=1,scale=MB"),
                "unknown option '-javaagent:nmt-agent.jar'; the agent's options are one argument",
                typed);
    }
}
