package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.Dripping;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Tmux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code top} in a real terminal of 80 columns and 24 rows, and without one. */
class TopIT {
    private static final long NOT_SHOWN = -1;
    private static final Pattern DRIPPED = Pattern.compile("([\\d.]+) ([KM])B .* Dripping\\.drip");

    @TempDir
    private Path directory;

    private static Child leak(Jdk jdk, String... options) {
        Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .options(options)
                .agent("sample=1")
                .start(Dripping.class);
        child.awaitLine("ready");
        return child;
    }

    private Tmux terminal(String... environment) {
        assumeTrue(Tmux.isInstalled(), "tmux");
        return Tmux.open(directory, 80, 24, environment);
    }

    /** Runs it in the shell of the terminal, which then says how it ended, and whether its modes are as before. */
    private void start(Tmux terminal, Jdk jdk, Child child, String... options) throws IOException {
        Path script = Files.writeString(directory.resolve("top.sh"), """
                stty -g > %1$s/before
                %2$s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar %3$s top %4$d --interval 200ms %5$s
                echo exit $?
                stty -g > %1$s/after
                cmp %1$s/before %1$s/after && echo same modes
                """.formatted(
                        directory, jdk.tool("java"), ChildJvm.agentJar(), child.pid(), String.join(" ", options)));
        terminal.type("clear; . " + script);
    }

    private static void assertRestored(Tmux terminal, String... lines) {
        String screen = terminal.await("same modes");
        assertThat(screen.lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("nmt: connecting"))
                        .toList())
                .as("the shell's screen, with nothing but this")
                .containsSubsequence(lines)
                .filteredOn(line -> !line.startsWith("$"))
                .hasSize(lines.length + 1);
        assertThat(terminal.tell("#{alternate_on} #{cursor_flag} #{wrap_flag}")).isEqualTo("0 1 1");
    }

    private static long drippedKilobytes(String screen) {
        Matcher matcher = DRIPPED.matcher(screen);
        if (!matcher.find()) {
            return NOT_SHOWN; // its row is being drawn
        }
        return Math.round(
                Double.parseDouble(matcher.group(1)) * (matcher.group(2).equals("M") ? 1024 : 1));
    }

    @OnOneJdk
    void showsALeakAndItsStack(Jdk jdk) throws Exception {
        Path loaded = directory.resolve("classes");
        try (Tmux terminal = terminal("LANG=C.UTF-8");
                Child child = leak(jdk, "-Xlog:class+load:file=" + loaded)) {
            start(terminal, jdk, child);
            String screen = terminal.await("Direct Buffer");
            assertThat(terminal.tell("#{alternate_on} #{cursor_flag}")).isEqualTo("1 0");
            assertThat(screen)
                    .startsWith("nmt top " + child.pid())
                    .contains("RSS ", "Heap ", "Tracked ", "[1 Categories]", "Unsafe", "q quit");

            terminal.press("2");
            long first = drippedKilobytes(terminal.await("Dripping.drip", text -> drippedKilobytes(text) != NOT_SHOWN));
            terminal.await("more bytes", text -> drippedKilobytes(text) > first);

            terminal.press("Enter");
            assertThat(terminal.await("at io.nmt.it.programs.Dripping.drip(Dripping.java:"))
                    .contains("thread: leak", "Dripping.leak(Dripping.java:");
            terminal.press("Escape");
            terminal.await("Allocated at");

            // By the number of blocks, the other way round.
            terminal.press("s", "s", "r");
            terminal.await(
                    "those with fewest first",
                    text -> text.contains("Blocks▲")
                            && text.indexOf("Dripping.hold") > 0
                            && text.indexOf("Dripping.hold") < text.indexOf("Dripping.drip"));
            terminal.press("1", "/", "D", "i", "r", "e", "c", "t", "Enter", "Enter");
            String sites = terminal.await(
                    "the sites of a category",
                    text -> text.contains("> Direct Buffer") && text.contains("Dripping.hold"));
            assertThat(sites).doesNotContain("Dripping.drip");
            terminal.press("q");
            assertRestored(terminal, "exit 0");
        }
        assertThat(Files.readString(loaded))
                .as("in the process")
                .contains("io.nmt.agent.report.top.TopReport")
                .doesNotContain("jline", "io.nmt.agent.cli.", "picocli");
    }

    @Test
    void endsWithTheProcess() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (Tmux terminal = terminal("LANG=C.UTF-8");
                Child child = leak(jdk)) {
            start(terminal, jdk, child);
            terminal.await("Direct Buffer");
            child.kill();
            assertRestored(terminal, "nmt: process " + child.pid() + " has ended", "exit 1");
        }
    }

    @Test
    void leavesTheTerminalAsItWasWhenItIsEnded() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (Tmux terminal = terminal("LANG=C.UTF-8");
                Child child = leak(jdk)) {
            start(terminal, jdk, child);
            terminal.await("Direct Buffer");
            terminal.press("C-c");
            assertRestored(terminal, "exit 0");

            start(terminal, jdk, child);
            terminal.await("Direct Buffer");
            top(terminal).destroy(); // SIGTERM
            terminal.await("exit 143");
            assertRestored(terminal, "exit 143");

            start(terminal, jdk, child);
            terminal.await("Direct Buffer");
            ChildJvm.startProgram("kill", "-INT", Long.toString(top(terminal).pid()))
                    .await()
                    .expectSuccess();
            assertRestored(terminal, "exit 0");
        }
    }

    private static String lastLine(String screen) {
        List<String> lines = screen.lines().toList();
        return lines.get(lines.size() - 1);
    }

    private static ProcessHandle top(Tmux terminal) {
        return ProcessHandle.of(Long.parseLong(terminal.tell("#{pane_pid}")))
                .orElseThrow()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void fitsItsTerminal() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        // No UTF-8, no colors.
        try (Tmux terminal = terminal("LC_ALL=C", "NO_COLOR=1");
                Child child = leak(jdk)) {
            start(terminal, jdk, child);
            String screen = terminal.await("Direct Buffer");
            assertThat(screen.chars().allMatch(c -> c < 0x7F)).as(screen).isTrue();
            terminal.resize(20, 5);
            terminal.await("needs 40x10");
            terminal.resize(120, 30);
            terminal.await("a footer in line 30", text -> lastLine(text).startsWith("Enter sites"));
            terminal.press("q");
            assertRestored(terminal, "exit 0");
        }
    }

    @OnOneJdk
    void printsLinesWithoutATerminal(Jdk jdk) {
        try (Child child = leak(jdk)) {
            Outcome outcome = ChildJvm.runCommand(
                            jdk, "top", child, "--count", "2", "--interval", "100ms", "--list", "sites")
                    .expectSuccess();
            List<String> heads = outcome.outLines().stream()
                    .filter(line -> line.contains("Process " + child.pid() + ", "))
                    .toList();
            assertThat(heads).hasSize(2);
            assertThat(outcome.out())
                    .contains("io.nmt.it.programs.Dripping.drip(Dripping.java:")
                    .doesNotContain("\u001b");
        }
    }

    @Test
    void attachesAndSaysSo() {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (Child child = ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().start(Dripping.class)) {
            child.awaitLine("ready");
            Outcome outcome =
                    ChildJvm.runCommand(jdk, "top", child, "--count", "1").expectExit(0);
            assertThat(outcome.err()).contains("tracking process " + child.pid() + " from now on");
            assertThat(outcome.out()).containsPattern("tracked for \\d+ s");
        }
    }
}
