package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands that tell which Java code holds the live bytes: sites, leaks, diff, dump and flamegraph of a process.
 */
class SiteCommandsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TAKE = Steady.class.getName() + "$Held.take(Steady.java:";
    private static final int MIB = 1 << 20;
    private static final long TOO_EARLY_NANOS = 20_000_000_000L; // to tell of growth

    @TempDir
    private Path directory;

    @OnOneJdk
    void sitesAndLeaksAreExactWithEveryBlockSampled(Jdk jdk) throws IOException {
        long begin = System.nanoTime();
        try (Child child = holding(jdk, "sample=1")) {
            Outcome sites =
                    runCommand(jdk, "sites", child, "--stacks", "--scale", "B").expectSuccess();
            assertThat(sites.out())
                    .startsWith("Call sites by live bytes")
                    .contains("at " + TAKE)
                    .contains("threads: main")
                    .contains("figures are exact");
            assertThat(sites.outLines())
                    .anyMatch(line ->
                            line.matches(" *1,048,576 +exact +1 +1,048,576 .* Unsafe +\\Q" + TAKE + "\\E\\d+\\)"));

            JsonNode json = JSON.readTree(runCommand(jdk, "sites", child, "--json", "--top", "1")
                    .expectSuccess()
                    .out());
            assertThat(json.get("sites")).hasSize(1);
            JsonNode largest = json.get("sites").get(0);
            assertThat(largest.get("type").asText()).isEqualTo("Direct Buffer");
            assertThat(largest.get("liveBytes").asLong()).isEqualTo(2 * MIB + 1);
            assertThat(largest.get("site").asText()).startsWith(TAKE);
            assertThat(largest.get("stack").get(0).asText()).startsWith("jdk.internal.misc.Unsafe.allocateMemory(");

            String leaks = runCommand(jdk, "leaks", child, "--age", "0", "--stacks")
                    .expectSuccess()
                    .out();
            assertThat(leaks)
                    .containsPattern("\n *Bytes ")
                    .doesNotContain("Old bytes")
                    .contains("at " + TAKE);
            if (System.nanoTime() - begin < TOO_EARLY_NANOS) { // else the machine is very slow
                assertThat(leaks).startsWith("UNKNOWN growth").contains("\nUNKNOWN: too early to tell, ask again in ");
            }
            finish(child);
        }
    }

    @OnOneJdk
    void diffTellsWhichSitesChanged(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=1")
                .start(Steady.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "baseline", child).expectSuccess();
            child.say("hold");
            child.awaitLineWith("figures holding");
            assertThat(runCommand(jdk, "diff", child, "--scale", "B")
                            .expectSuccess()
                            .outLines())
                    .anyMatch(line -> line.startsWith("Call sites that changed, estimates"))
                    .anyMatch(line -> line.matches(" *2,097,153 +\\+2,097,153 .* Direct Buffer +\\Q" + TAKE + "\\E.*"));
            JsonNode json = JSON.readTree(
                    runCommand(jdk, "diff", child, "--json").expectSuccess().out());
            assertThat(json.get("sites").get(0).get("change").get("liveBytes").asLong())
                    .isEqualTo(2 * MIB + 1);
            finish(child);
        }
    }

    @OnOneJdk
    void dumpHasEveryBlockOnce(Jdk jdk) throws IOException {
        try (Child child = holding(jdk, "sample=1")) {
            Path plain = directory.resolve("blocks.csv");
            Path zipped = directory.resolve("blocks.csv.gz");
            runCommand(jdk, "dump", child, "-o", plain.toString()).expectSuccess();
            runCommand(jdk, "dump", child, "-o", zipped.toString()).expectSuccess();
            finish(child);
            Snapshot held = Figures.at("holding", child.await().expectSuccess());

            List<String> lines = Files.readAllLines(plain);
            assertThat(lines.get(0)).isEqualTo("address,bytes,category,ageMillis,thread,site,allocatedAt");
            List<String[]> blocks =
                    lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
            assertThat(blocks).allSatisfy(block -> assertThat(block).hasSize(7));
            assertThat(blocks.stream().map(block -> block[0])).doesNotHaveDuplicates();
            for (String category : List.of("Unsafe", "Direct Buffer", "Index", "Region")) {
                assertThat(blocks.stream()
                                .filter(block -> block[2].equals(category))
                                .mapToLong(block -> Long.parseLong(block[1]))
                                .sum())
                        .isEqualTo(held.category(category).committed());
            }
            assertThat(blocks)
                    .anyMatch(block -> block[1].equals("1048576")
                            && block[4].equals("main")
                            && !block[5].isEmpty()
                            && block[6].startsWith(TAKE));
            try (InputStream in = new GZIPInputStream(Files.newInputStream(zipped))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith(lines.get(0) + "\n0x");
            }
        }
    }

    @OnOneJdk
    void flamegraphOfAProcess(Jdk jdk) throws IOException {
        try (Child child = holding(jdk, "sample=1")) {
            Path page = directory.resolve("page.html");
            String pid = Long.toString(child.pid());
            ChildJvm.runAgentJar(jdk, "flamegraph", pid, "-o", page.toString()).expectSuccess();
            assertThat(Files.readString(page)).contains("Steady$Held.take").doesNotContain("<script src");
            assertThat(ChildJvm.runAgentJar(jdk, "flamegraph", pid, "--collapsed")
                            .expectSuccess()
                            .outLines())
                    .anyMatch(line -> line.startsWith("Direct Buffer;" + Steady.class.getName() + ".main;")
                            && line.endsWith(" 2097153"));
            finish(child);
        }
    }

    @OnOneJdk
    void whatCannotBe(Jdk jdk) {
        try (Child child = holding(jdk, "sample=0")) {
            assertThat(runCommand(jdk, "sites", child).expectSuccess().out())
                    .isEqualTo("No call sites are known: the agent runs with sample=0.\n");
            assertThat(runCommand(jdk, "leaks", child).expectSuccess().out()).startsWith("No call sites are known");
            Outcome outcome = runCommand(
                    jdk, "dump", child, "-o", directory.resolve("no/such").toString());
            outcome.expectExit(1);
            assertThat(outcome.err()).startsWith("nmt: cannot write ").hasLineCount(1);
            runCommand(jdk, "dump", child, "x.csv").expectExit(2);
            runCommand(jdk, "sites", child, "--sort", "colour").expectExit(2);
            finish(child);
        }
    }

    private static Child holding(Jdk jdk, String options) {
        Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent(options)
                .start(Steady.class);
        child.awaitLine("ready");
        child.say("hold");
        child.awaitLineWith("figures holding");
        return child;
    }

    private static void finish(Child child) {
        child.say("finish");
        child.await().expectSuccess();
    }
}
