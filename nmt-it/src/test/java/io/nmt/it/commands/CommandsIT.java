package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runCommand;
import static io.nmt.testkit.ListedJvms.assertListed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Dropping;
import io.nmt.it.programs.Latecomer;
import io.nmt.it.programs.SlowAgent;
import io.nmt.it.programs.SlowShutdown;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.JarOfAgent;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The commands that are sent to a process, and what the process has of it. */
class CommandsIT {
    private static final long MOVED_BYTES = 64 << 10;
    private static final long TOO_EARLY_NANOS = 20_000_000_000L; // to tell of growth
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    // Such as "+12KB", ">-1KB" or "-2".
    private static final String CHANGE = " (\\+|>?-)<?\\d";

    private static final String CHANGED = "\nResident memory of the process that changed";

    @OnOneJdk
    void summary(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            Outcome summary = runCommand(jdk, "summary", child, "--scale", "b").expectSuccess();
            JsonNode json =
                    JSON.readTree(runCommand(jdk, "summary", child, "--json").out());
            Outcome sorted = runCommand(jdk, "summary", child, "--sort", "size", "--top", "1")
                    .expectSuccess();
            child.say("finish");

            Outcome outcome = child.await().expectSuccess();
            Snapshot holding = Figures.at("holding", outcome);
            assertThat(summary.out()).startsWith(Report.TITLE + ", in bytes\n").contains("Temporary NIO buffers");
            for (String category : List.of("Unsafe", "Direct Buffer", "NIO Temporary Buffer", "Index", "Region")) {
                long committed = holding.category(category).committed();
                assertThat(Report.row(category, summary.out()).get(0)).isEqualTo(String.format("%,d", committed));
                assertThat(category(json, category).get("committed").asLong()).isEqualTo(committed);
            }
            assertThat(json.get("total").get("committed").asLong())
                    .isEqualTo(holding.total().committed());
            assertThat(sorted.outLines().get(3)).startsWith("Direct Buffer").containsPattern("[KM]B");
            assertThat(outcome.outLines())
                    .as("what the program has said itself")
                    .hasSize(2);
        }
    }

    private static JsonNode category(JsonNode report, String type) {
        for (JsonNode category : report.get("categories")) {
            if (category.get("type").asText().equals(type)) {
                return category;
            }
        }
        throw new AssertionError("No " + type + " in " + report);
    }

    @OnOldestAndNewestJdk
    void aProcessWithoutTheAgentGetsIt(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().start(Latecomer.class)) {
            child.awaitLine("ready");

            long begin = System.nanoTime();
            Outcome first = runCommand(jdk, "summary", child).expectExit(0);
            assertThat(first.out()).startsWith(Report.TITLE);
            assertThat(first.out())
                    .containsPattern("\nTracked since \\S+Z \\(\\d+ s ago\\), \\d+ s after the JVM's start:\n")
                    .contains("Current figures: exact, for blocks since then");
            String leaks = runCommand(jdk, "leaks", child).expectSuccess().out();
            assertThat(leaks).contains("\nTracked since ");
            if (System.nanoTime() - begin < TOO_EARLY_NANOS) {
                assertThat(leaks).startsWith("UNKNOWN growth");
            }
            assertThat(runCommand(jdk, "sites", child, "--json").expectSuccess().out())
                    .contains("\"trackedSince\":");
            assertOneLine(first, "tracking process " + child.pid() + " from now on", "older allocations stay unknown");
            child.say("attached");
            child.awaitLineWith("figures young");
            Outcome second = runCommand(jdk, "summary", child, "--scale=B").expectSuccess();
            assertThat(Report.row("Unsafe", second.out()).subList(0, 2)).containsExactly("4,061", "2");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @OnOneJdk
    void baselineAndDiff(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "diff", child).expectFailure("no baseline");
            Outcome baseline = runCommand(jdk, "baseline", child).expectSuccess();
            assertThat(baseline.outLines()).singleElement().asString().contains("Baseline");
            Outcome nothing = runCommand(jdk, "diff", child).expectSuccess();
            assertThat(withoutResident(nothing)).contains("Category").doesNotContainPattern(CHANGE);

            child.say("hold");
            child.awaitLineWith("figures holding");
            Outcome diff = runCommand(jdk, "diff", child, "--scale", "B").expectSuccess();
            assertThat(Report.row("Unsafe", diff.out()))
                    .containsExactly("1,048,637", "+1,048,637", "1,048,637", "+1,048,637", "2", "+2");
            assertThat(Report.row("Region", diff.out()))
                    .containsExactly("4,096", "+4,096", "1,048,576", "+1,048,576", "1", "+1");
            JsonNode json = JSON.readTree(
                    runCommand(jdk, "diff", child, "--json", "--sort", "change").out());
            assertThat(json.get("categories").get(0).get("type").asText()).isEqualTo("Direct Buffer");
            assertThat(category(json, "Index").get("change").get("committed").asLong())
                    .isEqualTo(12_345);

            runCommand(jdk, "baseline", child).expectSuccess();
            assertThat(withoutResident(runCommand(jdk, "diff", child).expectSuccess()))
                    .contains("Category")
                    .doesNotContainPattern(CHANGE);
        }
    }

    /** Resident memory changes all the time. */
    private static String withoutResident(Outcome diff) {
        return diff.out().substring(0, diff.out().indexOf(CHANGED));
    }

    @OnOneJdk
    void diffOfResidentMemory(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "baseline", child).expectSuccess();
            child.say("hold");
            child.awaitLineWith("figures holding");

            String text =
                    runCommand(jdk, "diff", child, "--scale=B").expectSuccess().out();
            JsonNode json =
                    JSON.readTree(runCommand(jdk, "diff", child, "--json").out());

            String resident = text.substring(text.indexOf(CHANGED));
            // One buffer of 2 MiB and a byte, and one of 12,345 bytes; the former has whole pages.
            List<String> direct = Report.row("Direct Buffer", resident);
            assertThat(direct.get(1)).isEqualTo("+" + direct.get(0));
            // A page that the kernel is just moving is not in memory.
            assertThat(bytes(direct.get(0))).isBetween((2L << 20) - MOVED_BYTES, (2L << 20) + MOVED_BYTES);
            assertThat(Report.row("RSS", resident).get(0)).matches("[\\d,]+");
            JsonNode components = json.get("residentMemory").get("components");
            long bytes = 0;
            long changes = 0;
            for (JsonNode component : components) {
                bytes += component.get("after").get("resident").asLong();
                changes += component.get("change").get("resident").asLong();
            }
            JsonNode rss = json.get("residentMemory");
            assertThat(rss.get("after").get("rssBytes").asLong())
                    .isEqualTo(bytes)
                    .isPositive();
            assertThat(rss.get("change").get("rssBytes").asLong()).isEqualTo(changes);
        }
    }

    private static long bytes(String figure) {
        return Long.parseLong(figure.replace(",", ""));
    }

    @OnOneJdk
    void unreachable(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).agent().start(Dropping.class)) {
            child.awaitLine("ready");
            child.say("drop");
            child.awaitLine("dropped");

            Outcome found =
                    runCommand(jdk, "unreachable", child, "--scale", "B").expectSuccess();
            assertThat(found.out()).contains("full garbage collection");
            assertThat(Report.row("Direct Buffer", found.out())).containsExactly("500,000", "1,000");
            JsonNode json = JSON.readTree(
                    runCommand(jdk, "unreachable", child, "--json").out());
            assertThat(json.get("bytes").asLong()).isZero();
        }
    }

    @OnOneJdk
    void twoCommandsAtOnce(Jdk jdk) {
        try (Child child = steady(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            try (Child first = ChildJvm.startAgentJar(jdk, "summary", pid(child));
                    Child second = ChildJvm.startAgentJar(jdk, "baseline", pid(child))) {
                assertThat(first.await().expectExit(0).out()).startsWith(Report.TITLE);
                assertThat(second.await().expectExit(0).out()).startsWith("Baseline");
            }
            runCommand(jdk, "diff", child).expectSuccess();
        }
    }

    @OnOldestAndNewestJdk
    void aProcessOfAnotherJdk(Jdk jdk) {
        try (Child child = steady(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            Jdks.all()
                    .forEach(other -> assertThat(runCommand(other, "summary", child)
                                    .expectExit(0)
                                    .out())
                            .startsWith(Report.TITLE));
        }
    }

    @OnOldestAndNewestJdk
    void whileAnotherAgentHoldsUpTheStart(Jdk jdk, @TempDir Path directory) throws IOException {
        Path slow = directory.resolve("slow.jar");
        JarOfAgent.write(slow, SlowAgent.class, talk());
        try (Child child = steady(jdk).options("-javaagent:" + slow).start(SlowAgent.class)) {
            child.awaitLine("premain");
            assertThat(runCommand(jdk, "summary", child).expectExit(0).out()).startsWith(Report.TITLE);
            child.say("start");
            child.awaitLine("main");
            runCommand(jdk, "summary", child).expectSuccess();
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static Class<?> talk() {
        try {
            return Class.forName(SlowAgent.class.getPackageName() + ".Talk");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** Nothing is awaited: the process may be anywhere between its first instruction and its main method. */
    @OnOldestAndNewestJdk
    void atOnceAfterTheStart(Jdk jdk) {
        try (Child child = steady(jdk).agent().start(Steady.class)) {
            assertThat(runCommand(jdk, "summary", child).expectSuccess().out()).startsWith(Report.TITLE);
            child.awaitLine("ready");
        }
    }

    @OnOldestAndNewestJdk
    void duringShutdown(Jdk jdk) {
        try (Child child = steady(jdk).agent().start(SlowShutdown.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "baseline", child).expectSuccess();
            child.say("exit");
            child.awaitLine("shutting down");
            runCommand(jdk, "diff", child).expectSuccess();
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @OnOldestAndNewestJdk
    void firstDuringShutdown(Jdk jdk) {
        try (Child child = steady(jdk).agent().start(SlowShutdown.class)) {
            child.awaitLine("ready");
            child.say("exit");
            child.awaitLine("shutting down");
            Outcome summary = runCommand(jdk, "summary", child, "--scale", "B").expectSuccess();
            assertThat(Report.row("Unsafe", summary.out()).get(0)).isEqualTo("1,000");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @OnOneJdk
    void aProcessThatEndsMeanwhile(Jdk jdk) {
        try (Child child = steady(jdk).agent().start(Dropping.class, "blocked")) {
            child.awaitLine("ready");
            child.say("drop");
            child.awaitLine("dropped");
            try (Child command = ChildJvm.startAgentJar(jdk, "unreachable", pid(child))) {
                child.awaitLine("cleaning");
                child.kill();
                command.await().expectFailure(pid(child), "ended");
            }
        }
    }

    /** A newcomer's first guess, from habit of other tools, is answered with a line that can be typed as it is. */
    @OnOneJdk
    void aFirstGuessIsToldWhatToType(Jdk jdk) {
        try (Child child = steady(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");

            Outcome typo = ChildJvm.runAgentJar(jdk, "sumary", pid(child)).expectExit(2);
            assertThat(typo.err()).isEqualTo("nmt: unknown command 'sumary'\nDid you mean 'summary'?\n");
            Outcome flag = ChildJvm.runAgentJar(jdk, "leaks", "-p", pid(child)).expectExit(2);
            String typed = "java -jar " + ChildJvm.agentJar() + " leaks " + pid(child);
            assertThat(flag.err().lines()).last().isEqualTo("Type: " + typed);
            String path = jdk.tool("java").getParent() + ":" + System.getenv("PATH");
            try (Child shell = ChildJvm.startProgram("env", "PATH=" + path, "sh", "-c", typed)) {
                assertThat(shell.await().expectSuccess().out()).contains(" growth");
            }
            // How old a block must be is a time as every other: the same question.
            for (String age : List.of("60", "60s", "1m")) {
                runCommand(jdk, "leaks", child, "--age", age).expectSuccess();
            }
        }
    }

    @OnOneJdk
    void listTellsWhoIsTracked(Jdk jdk) throws IOException {
        try (Child tracked = steady(jdk).agent().start(Steady.class);
                Child untracked = steady(jdk).start(Steady.class)) {
            tracked.awaitLine("ready");
            untracked.awaitLine("ready");

            Outcome list = ChildJvm.runAgentJar(jdk, "list").expectSuccess();
            assertListed(list, tracked, true, Steady.class);
            assertListed(list, untracked, false, Steady.class);
            JsonNode json =
                    JSON.readTree(ChildJvm.runAgentJar(jdk, "list", "--json").out());
            assertThat(json).anySatisfy(jvm -> {
                assertThat(jvm.get("pid").asLong()).isEqualTo(tracked.pid());
                assertThat(jvm.get("tracked").asBoolean()).isTrue();
            });
        }
    }

    private static ChildJvm steady(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach();
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }

    private static void assertOneLine(Outcome outcome, String... words) {
        assertThat(outcome.err().lines())
                .as(outcome::toString)
                .singleElement()
                .asString()
                .startsWith("nmt: ")
                .contains(words);
    }
}
