package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Hello;
import io.nmt.it.programs.Windows;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The data of the page of {@code report}, of real programs whose figures are known. */
class ReportDataIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATA = "type=\"application/json\">";
    private static final int NEVER = -1;

    @TempDir
    private Path directory;

    private JsonNode data(Path page) throws IOException {
        String html = Files.readString(page);
        int start = html.indexOf(DATA) + DATA.length();
        return JSON.readTree(html.substring(start, html.indexOf("</script>", start)));
    }

    private JsonNode report(Jdk jdk, String... arguments) throws IOException {
        Path page = directory.resolve("page.html");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", page.toString()));
        ChildJvm.runAgentJar(jdk, all.toArray(String[]::new)).expectExit(0);
        return data(page);
    }

    /** Blocks that were allocated in a window and not freed in it, to the byte: every block is a sample. */
    @OnOneJdk
    void windowsAreExact(Jdk jdk) throws IOException {
        Path file = directory.resolve("windows.jfr");
        List<Long> times = new ArrayList<>();
        List<String[]> windows = new ArrayList<>();
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("sample=1")
                .options("-XX:StartFlightRecording:filename=" + file)
                .start(Windows.class)) {
            for (String line = child.awaitLineWith(""); !line.equals("holding"); line = child.awaitLineWith("")) {
                if (line.startsWith("time ")) {
                    times.add(Long.parseLong(line.substring("time ".length())));
                } else if (line.startsWith("window ")) {
                    windows.add(line.split(" "));
                }
            }
            child.say("finish");
            child.await().expectExit(0);
        }

        JsonNode after = report(jdk, "report", file.toString()).get("after");

        assertThat(after.get("samplesExact").asBoolean()).isTrue();
        assertThat(after.get("bucketMillis").asLong()).isEqualTo(1);
        assertThat(windows).hasSize(15);
        for (String[] window : windows) {
            long from = times.get(Integer.parseInt(window[1]));
            long to = times.get(Integer.parseInt(window[2]));
            assertThat(bytes(after, from, to)).as("%s", Arrays.asList(window)).isEqualTo(Long.parseLong(window[3]));
        }
    }

    private static long bytes(JsonNode after, long from, long to) {
        long bytes = 0;
        for (JsonNode row : after.get("samples")) {
            long allocated = row.get(0).asLong();
            long freed = row.get(1).asLong();
            String site = after.get("siteNames")
                    .get(after.get("nodeSites").get(row.get(2).asInt()).asInt())
                    .asText();
            if (site.startsWith(Windows.class.getName() + ".allocate")
                    && allocated >= from
                    && allocated < to
                    && (freed == NEVER || freed >= to)) {
                bytes += row.get(5).asLong();
            }
        }
        return bytes;
    }

    @OnOneJdk
    void aRecordingHasAllParts(Jdk jdk) throws IOException {
        Path file = directory.resolve("sites.jfr");
        CallSitesRun.recordAll(jdk, 40, file);

        JsonNode data = report(jdk, "report", file.toString());

        assertThat(data.get("kind").asText()).isEqualTo("recording");
        assertThat(data.get("process").get("command").asText()).endsWith("CallSites");
        JsonNode after = data.get("after");
        int times = after.get("times").size();
        assertThat(times).isPositive();
        for (JsonNode series : after.get("series")) {
            assertThat(series.get("bytes")).as("%s", series.get("name")).hasSize(times);
        }
        assertThat(after.get("series").findValuesAsText("name")).contains("Unsafe", "Direct Buffer", "RSS");
        assertThat(after.get("sites").get(0).get("site").asText()).startsWith(CallSitesRun.KEEP);
        assertThat(after.get("sites").get(0).get("bytes").asLong()).isEqualTo(40 * (64 << 10));
        long sum = 0;
        long rss = 0;
        for (JsonNode line : after.get("waterfall")) {
            boolean all = line.get("component").asText().equals("RSS");
            sum += all ? 0 : line.get("resident").asLong();
            rss += all ? line.get("resident").asLong() : 0;
        }
        assertThat(sum).isEqualTo(rss).isPositive();
        assertThat(after.get("cards").findValuesAsText("text"))
                .anyMatch(text -> text.matches("UNKNOWN growth( of [0-9]+ call sites?)?: too early to tell.*"));
    }

    @OnOneJdk
    void twoRecordingsAreCompared(Jdk jdk) throws IOException {
        Path before = directory.resolve("before.jfr");
        Path after = directory.resolve("after.jfr");
        CallSitesRun.recordAll(jdk, 40, before);
        CallSitesRun.recordAll(jdk, 80, after);

        JsonNode data = report(jdk, "compare", before.toString(), after.toString());

        assertThat(data.get("kind").asText()).isEqualTo("comparison");
        assertThat(data.get("before").get("name").asText()).isEqualTo("before.jfr");
        assertThat(data.get("after").get("cards").findValuesAsText("text"))
                .anyMatch(text -> text.startsWith("GROWING " + CallSitesRun.KEEP)
                        && text.endsWith(": +2.5 MB Unsafe, from 2.5 MB to 5 MB."));
    }

    @OnOneJdk
    void aProcess(Jdk jdk) throws IOException {
        try (Child child =
                ChildJvm.withoutC2(jdk).allowUnsafe().agent("sample=1").start(Windows.class)) {
            child.awaitLineWith("holding");
            String pid = Long.toString(child.pid());

            JsonNode data = report(jdk, "report", pid);

            assertThat(data.get("kind").asText()).isEqualTo("process");
            assertThat(data.get("process").get("pid").asText()).isEqualTo(pid);
            JsonNode after = data.get("after");
            assertThat(after.get("samplesFrom").isNull()).isTrue();
            assertThat(after.get("sites").get(0).get("site").asText()).startsWith(Windows.class.getName());
            assertThat(after.get("waterfall")).isNotEmpty();
            assertThat(after.get("cards").findValuesAsText("text")).noneMatch(text -> text.contains("PID'"));
            ChildJvm.runAgentJar(jdk, "report", pid, "--json").expectExit(2);
            child.say("finish");
        }
    }

    @OnOneJdk
    void whatCannotBeRead(Jdk jdk) throws IOException {
        Path file = directory.resolve("hello.jfr");
        ChildJvm.withoutC2(jdk)
                .options("-XX:StartFlightRecording:filename=" + file + ",settings=none")
                .run(Hello.class)
                .expectExit(0);
        Path page = directory.resolve("page.html");

        ChildJvm.runAgentJar(jdk, "report", file.toString(), "-o", page.toString())
                .expectFailure("has no events of native memory tracking");
        ChildJvm.runAgentJar(jdk, "report", file.toString(), "-o", directory.toString())
                .expectFailure("it is a directory");
        ChildJvm.runAgentJar(jdk, "report", file.toString(), "--json", "-o", page.toString())
                .expectExit(2);
        for (List<String> ofText : List.of(List.of("--top", "3"), List.of("--scale", "MB"), List.of("--chunks"))) {
            List<String> arguments = new ArrayList<>(List.of("report", file.toString(), "-o", page.toString()));
            arguments.addAll(ofText);
            Outcome outcome =
                    ChildJvm.runAgentJar(jdk, arguments.toArray(String[]::new)).expectExit(2);
            assertThat(outcome.err()).startsWith("nmt: " + ofText.get(0) + " does not go with -o");
        }
        assertThat(page).doesNotExist();
    }
}
