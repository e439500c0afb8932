package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.events.ResidentRecording;
import io.nmt.it.events.SteadyRecording;
import io.nmt.it.programs.CallSites;
import io.nmt.it.programs.Hello;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The commands that read recordings, on recordings of real programs. */
class RecordingCommandsIT {
    private static final long MOVED_BYTES = 64 << 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void reportShowsTheLastFigures(Jdk jdk) {
        Path file = directory.resolve("steady.jfr");
        recordSteady(jdk, file);

        String report = run(jdk, "report", "--scale=b", file.toString()).out();

        assertThat(report).contains("Recorded from 2").contains(Report.TITLE + ", in bytes");
        assertThat(Report.row("Index", report)).containsExactly("12,345", "12,345", "1", "12,345", "12,345", "1");
        assertThat(Report.row("Unsafe", report))
                .startsWith("1,048,637", "1,048,637", "2")
                .hasSize(6);
        assertThat(Report.row("Region", report)).startsWith("4,096", "1,048,576", "1");
        assertThat(report).contains("Peaks: at least").contains("Untracked blocks: 0.");
    }

    @OnOneJdk
    void anEmptyNameOfAFile(Jdk jdk) {
        ChildJvm.runAgentJar(jdk, "report", "").expectFailure("the name of a file is empty");
    }

    @OnOneJdk
    void reportAsJson(Jdk jdk) throws IOException {
        Path file = directory.resolve("steady.jfr");
        recordSteady(jdk, file);

        JsonNode report =
                JSON.readTree(run(jdk, "report", "--json", file.toString()).out());

        assertThat(report.get("cutOff").asBoolean()).isFalse();
        assertThat(report.get("completenessKnown").asBoolean()).isTrue();
        JsonNode last = report.get("last");
        assertThat(last.get("categories").findValuesAsText("type")).contains("Unsafe", "Index", "Region");
        assertThat(last.get("total").get("committed").asLong()).isGreaterThan(3 << 20);
        // So short a run has the reading of its end.
        assertThat(report.get("residentMemory").get("rssBytes").asLong()).isGreaterThan(1 << 20);
        assertThat(report.get("failedEmissions").asLong()).isZero();
    }

    @OnOneJdk
    void reportShowsWhoHoldsIt(Jdk jdk) {
        Path file = directory.resolve("sites.jfr");
        CallSitesRun.recordAll(jdk, 40, file);

        String report =
                run(jdk, "report", "--scale=KB", "--top=3", file.toString()).out();

        List<String> sites = report.lines()
                .dropWhile(line -> !line.startsWith("Call sites by live bytes"))
                .toList();
        assertThat(cells(sites.get(3)))
                .startsWith("2,560KB", "exact", "40", "2,560KB")
                .contains("Unsafe")
                .last(STRING)
                .startsWith(CallSitesRun.KEEP + "(CallSites.java:");
        assertThat(cells(sites.get(4)))
                .startsWith("1,024KB", "exact", "1")
                .contains("Direct Buffer")
                .last(STRING)
                .startsWith(CallSitesRun.LOAD);
        assertThat(report).doesNotContain(CallSitesRun.DROP);
    }

    @OnOneJdk
    void sitesFromSamplesAlone(Jdk jdk) throws IOException {
        Path file = directory.resolve("samples.jfr");
        CallSitesRun.recordAll(jdk, 40, file, "+nmt.NativeMemorySite#enabled=false");

        JsonNode report =
                JSON.readTree(run(jdk, "report", "--json", file.toString()).out());

        assertThat(report.get("sitesFromSamples").asBoolean()).isTrue();
        JsonNode first = report.get("sites").get(0);
        assertThat(first.get("site").asText()).startsWith(CallSitesRun.KEEP);
        assertThat(first.get("liveBytes").asLong()).isEqualTo(40 * (64 << 10));
        assertThat(first.get("count").asLong()).isEqualTo(40);
        assertThat(report.get("sites").findValuesAsText("site"))
                .noneMatch(frame -> frame.startsWith(CallSitesRun.DROP));
    }

    /** JFR writes what it has once a second, to a file in its repository, and a kill leaves it there. */
    @OnOldestAndNewestJdk
    void reportOfAProcessThatWasKilled(Jdk jdk) throws IOException {
        Path repository = directory.resolve("repository");
        Path chunk;
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("sample=1")
                .options("-XX:StartFlightRecording", "-XX:FlightRecorderOptions:repository=" + repository)
                .start(CallSites.class, "40")) {
            child.awaitLineWith("figures holding");
            chunk = onlyChunk(repository);
            Awaited.untilAnswered(
                    RecordingCommandsIT::showsWhatIsHeld,
                    () -> ChildJvm.runAgentJar(jdk, "report", "--scale=KB", chunk.toString()));
            assertThat(child.isAlive()).isTrue();
        }

        assertThat(showsWhatIsHeld(run(jdk, "report", "--scale=KB", chunk.toString())))
                .isTrue();
    }

    private static boolean showsWhatIsHeld(Outcome report) {
        return report.out().lines().anyMatch(line -> line.matches("Unsafe +2,560KB +40 .*"));
    }

    private static Path onlyChunk(Path repository) throws IOException {
        try (Stream<Path> files = Files.walk(repository)) {
            List<Path> chunks =
                    files.filter(file -> file.toString().endsWith(".jfr")).toList();
            assertThat(chunks).hasSize(1);
            return chunks.get(0);
        }
    }

    @OnOneJdk
    void compareRanksWhatGrew(Jdk jdk) throws IOException {
        Path before = directory.resolve("before.jfr");
        Path after = directory.resolve("after.jfr");
        CallSitesRun.recordAll(jdk, 10, before);
        CallSitesRun.recordAll(jdk, 90, after);

        String text = run(jdk, "compare", "--scale=KB", before.toString(), after.toString())
                .out();
        JsonNode json = JSON.readTree(run(jdk, "compare", "--json", before.toString(), after.toString())
                .out());

        assertThat(Report.row("Unsafe", text)).startsWith("640KB", "5,760KB", "+5,120KB", "+80");
        assertThat(Report.row("Direct Buffer", text)).startsWith("1,024KB", "1,024KB", "1,024KB", "1,024KB");
        List<String> lines = text.lines().toList();
        assertThat(lines.get(lines.indexOf("Native memory outside the Java heap") + 3))
                .startsWith("Unsafe ");
        assertThat(lines).anyMatch(line -> line.contains(" +5,120KB ") && line.contains(CallSitesRun.KEEP));
        JsonNode first = json.get("sites").get(0);
        assertThat(first.get("site").asText()).startsWith(CallSitesRun.KEEP);
        assertThat(first.get("change").get("liveBytes").asLong()).isEqualTo(80 * (64 << 10));
        assertThat(json.get("categories").get(0).get("type").asText()).isEqualTo("Unsafe");
        // Of the same moment as what is above.
        assertThat(text).contains("Resident memory").doesNotContain("as of");
        assertThat(json.get("residentMemory").get("after").get("time").asText()).startsWith("2");
    }

    @OnOneJdk
    void reportShowsResidentMemory(Jdk jdk) throws IOException {
        Path file = directory.resolve("rss.jfr");
        ResidentRecording.to(file, jdk, 64, 2);

        String text = run(jdk, "report", "--scale=MB", file.toString()).out();
        JsonNode json = JSON.readTree(
                        run(jdk, "report", "--json", file.toString()).out())
                .get("residentMemory");

        String resident = text.substring(text.indexOf("Resident memory of the process, as of 2"));
        assertThat(Report.row("Direct Buffer", resident))
                .hasSize(5)
                .startsWith("64MB", "64MB", "64MB")
                .endsWith("exact");
        assertThat(Report.row("RSS", resident)).hasSize(3).endsWith("100.0 %", "exact");
        long sum = 0;
        for (JsonNode component : json.get("components")) {
            sum += component.get("resident").asLong();
        }
        assertThat(json.get("rssBytes").asLong()).isEqualTo(sum).isGreaterThan(64 << 20);
        assertThat(json.get("components").findValuesAsText("accuracy")).contains("exact", "at most", "estimate");
    }

    /** The question that takes others days: two versions of a program, of which one has more resident memory. */
    @OnOneJdk
    void compareTellsWhereRssGrew(Jdk jdk) throws IOException {
        Path before = directory.resolve("before.jfr");
        Path after = directory.resolve("after.jfr");
        ResidentRecording.to(before, jdk, 1, 1);
        ResidentRecording.to(after, jdk, 101, 1);

        String text = run(jdk, "compare", "--scale=MB", before.toString(), after.toString())
                .out();
        JsonNode json = JSON.readTree(run(jdk, "compare", "--json", before.toString(), after.toString())
                        .out())
                .get("residentMemory");

        String resident = text.substring(text.indexOf("Resident memory of the process, the most grown first"));
        assertThat(resident.lines().toList().get(3)).startsWith("Direct Buffer ");
        assertThat(Report.row("Direct Buffer", resident)).startsWith("1MB", "101MB", "+100MB");
        JsonNode first = json.get("components").get(0);
        assertThat(first.get("component").asText()).isEqualTo("Direct Buffer");
        // A page that the kernel is just moving is not in memory.
        assertThat(first.get("change").get("resident").asLong())
                .isBetween((100L << 20) - MOVED_BYTES, (100L << 20) + MOVED_BYTES);
        long changes = 0;
        for (JsonNode component : json.get("components")) {
            changes += component.get("change").get("resident").asLong();
        }
        assertThat(json.get("change").get("rssBytes").asLong()).isEqualTo(changes);
    }

    @OnOneJdk
    void collapsedStacks(Jdk jdk) throws IOException {
        Path file = directory.resolve("sites.jfr");
        Path collapsed = directory.resolve("sites.txt");
        CallSitesRun.recordAll(jdk, 40, file);

        String lines = run(jdk, "flamegraph", "--collapsed", file.toString()).out();
        run(jdk, "flamegraph", "--collapsed", "-o", collapsed.toString(), file.toString());

        assertThat(lines)
                .containsPattern("(?m)^Unsafe;(.+;)*\\Q" + CallSitesRun.KEEP + "\\E(;.+)* " + 40 * (64 << 10) + "$");
        assertThat(collapsed).hasContent(lines);
        // And they are read again.
        assertThat(run(jdk, "flamegraph", "--collapsed", collapsed.toString()).out())
                .isEqualTo(lines);
    }

    @OnOneJdk
    void filesThatAreNoRecordings(Jdk jdk) throws IOException {
        Path text =
                Files.writeString(directory.resolve("notes.jfr"), "not a recording, as anybody can see who reads it");
        Path missing = directory.resolve("missing.jfr");
        Path page = directory.resolve("page.html");

        assertRefused(ChildJvm.runAgentJar(jdk, "report", text.toString()), text + " is not a flight recording");
        assertRefused(ChildJvm.runAgentJar(jdk, "report", missing.toString()), missing + " does not exist");
        assertRefused(ChildJvm.runAgentJar(jdk, "report", directory.toString()), directory + " is a directory");
        assertRefused(
                ChildJvm.runAgentJar(jdk, "compare", missing.toString(), text.toString()), missing + " does not exist");
        assertRefused(
                ChildJvm.runAgentJar(jdk, "flamegraph", "-o", page.toString(), missing.toString()),
                missing + " does not exist");
        assertRefused(
                ChildJvm.runAgentJar(jdk, "flamegraph", "-o", page.toString(), text.toString()),
                "notes.jfr is neither a flight recording nor collapsed stacks");
        assertThat(page).doesNotExist();
    }

    @OnOneJdk
    void aRecordingWithoutTheAgent(Jdk jdk) {
        Path file = directory.resolve("without.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-XX:StartFlightRecording:filename=" + file)
                .start(Hello.class)) {
            child.await().expectExit(0);
        }

        assertRefused(
                ChildJvm.runAgentJar(jdk, "report", file.toString()),
                file + " has no events of native memory tracking: was the agent in the process");
    }

    /** As those that a program makes for itself. */
    @OnOneJdk
    void aRecordingThatDoesNotWantOurEvents(Jdk jdk) {
        Path file = directory.resolve("own.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .agent()
                .options("-XX:StartFlightRecording:settings=none,filename=" + file)
                .start(Hello.class)) {
            child.await().expectExit(0);
        }

        assertRefused(
                ChildJvm.runAgentJar(jdk, "report", file.toString()),
                file + " has no events of native memory tracking: the agent was there");
    }

    @OnOneJdk
    void aPageThatCannotBeWritten(Jdk jdk) throws IOException {
        Path stacks = Files.writeString(directory.resolve("stacks.txt"), "Unsafe;a.B.c 1\n");
        Path page = directory.resolve("page.html");
        Path nowhere = directory.resolve("nowhere").resolve("page.html");

        assertRefused(
                ChildJvm.runAgentJar(jdk, "flamegraph", "-o", nowhere.toString(), stacks.toString()),
                "cannot write " + nowhere + ": no such directory");
        assertRefused(
                ChildJvm.runAgentJar(jdk, "flamegraph", "-o", directory.toString(), stacks.toString()),
                "cannot write " + directory + ": it is a directory");
        run(jdk, "flamegraph", "-o", page.toString(), stacks.toString());
        run(jdk, "flamegraph", "-o", page.toString(), stacks.toString());
        // Nothing else is left behind.
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(stacks, page);
        }
    }

    @OnOneJdk
    void wrongUsage(Jdk jdk) {
        for (String[] arguments : new String[][] {
            {"report"}, {"compare", "one.jfr"}, {"flamegraph", "-o", "page.html"}, {"report", "--scale=TB", "one.jfr"}
        }) {
            Outcome outcome = ChildJvm.runAgentJar(jdk, arguments).expectExit(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains("Usage: nmt " + arguments[0]);
        }
        assertThat(ChildJvm.runAgentJar(jdk, "compare", "one.jfr", "two.jfr", "three.jfr")
                        .expectExit(2)
                        .err())
                .contains("nmt: unexpected argument 'three.jfr'");
    }

    private static List<String> cells(String line) {
        return List.of(line.trim().split(" {2,}"));
    }

    private static Outcome run(Jdk jdk, String... arguments) {
        return ChildJvm.runAgentJar(jdk, arguments).expectSuccess();
    }

    private static void assertRefused(Outcome outcome, String message) {
        outcome.expectExit(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("nmt: " + message).hasLineCount(1);
    }

    private static void recordSteady(Jdk jdk, Path file) {
        SteadyRecording.to(file, jdk);
    }
}
