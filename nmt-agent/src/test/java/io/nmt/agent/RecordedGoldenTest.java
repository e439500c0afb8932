package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import io.nmt.agent.golden.Wire;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The commands on two recordings of a program with two leaks, and on what it left when it ended at its limit of direct
 * buffers (JDK 17). Both recordings are without the events that are not read.
 */
@Isolated("reads what is printed")
@ExtendWith(InUtc.class)
class RecordedGoldenTest {
    private static final Path RECORDED = Path.of("src", "test", "resources", "recorded");

    @TempDir
    private static Path directory;

    @BeforeAll
    static void unpack() throws IOException {
        Files.createDirectory(directory.resolve("left"));
        unpack("before.jfr", "before.jfr");
        unpack("after.jfr", "after.jfr");
        unpack("after.jfr", "left/after.jfr");
        for (String name : new String[] {"nmt-pressure-21011.txt", "nmt-pressure-21011.json"}) {
            Files.copy(RECORDED.resolve(name), directory.resolve("left").resolve(name));
        }
    }

    private static void unpack(String recording, String to) throws IOException {
        try (InputStream packed = Files.newInputStream(RECORDED.resolve(recording + ".gz"))) {
            Files.copy(new GZIPInputStream(packed), directory.resolve(to));
        }
    }

    private static String path(String name) {
        return directory.resolve(name).toString();
    }

    private static String said(String... command) {
        Outcome outcome = InProcess.run(command).expectSuccess();
        return withoutDirectory(outcome.out() + outcome.err());
    }

    private static String withoutDirectory(String text) {
        return text.replace(directory + "/", "");
    }

    @Test
    void report() {
        for (String recording : new String[] {"before", "after"}) {
            String file = path(recording + ".jfr");
            Golden.check("recorded/report-" + recording + ".txt", said("report", file));
            Golden.check("recorded/report-" + recording + "-scale-b.txt", said("report", file, "--scale", "B"));
            Golden.checkJson("recorded/report-" + recording + ".json", said("report", file, "--json"));
        }
        Golden.check("recorded/report-top-1.txt", said("report", path("after.jfr"), "--top", "1"));
    }

    /** As of the recording's end, what a process would have said. */
    @Test
    void commandsOnAProcess() {
        String file = path("after.jfr");
        for (String command : new String[] {"leaks", "rss", "history", "jvm"}) {
            Golden.check("recorded/" + command + ".txt", said(command, file));
        }
        Golden.check("recorded/leaks-stacks.txt", said("leaks", file, "--stacks", "--top", "1", "--age", "0"));
        Golden.check("recorded/history-category.txt", said("history", file, "--category", "zip", "--for", "70s"));
        Golden.checkJson("recorded/leaks.json", said("leaks", file, "--json"));
        Golden.checkJson("recorded/jvm.json", said("jvm", file, "--json"));
        Golden.checkJson("recorded/rss.json", said("rss", file, "--json"));
    }

    @Test
    void reportAsPage() {
        Golden.checkPage("recorded/page.json", page("report", path("after.jfr")));
        Golden.checkPage("recorded/page-compared.json", page("compare", path("before.jfr"), path("after.jfr")));
    }

    @Test
    void compare() {
        String[] files = {path("before.jfr"), path("after.jfr")};
        Golden.check("recorded/compare.txt", said("compare", files[0], files[1]));
        Golden.check("recorded/compare-scale-b.txt", said("compare", files[0], files[1], "--scale", "B"));
        Golden.checkJson("recorded/compare.json", said("compare", files[0], files[1], "--json"));
        Golden.check("recorded/compare-shrunk.txt", said("compare", files[1], files[0]));
        Golden.check("recorded/compare-same.txt", said("compare", files[1], files[1]));
    }

    /** A report with all call sites says the same, but for what the JVMs' own differences explain. */
    @Test
    void compareSavedReports() throws IOException {
        List<String> saved = new ArrayList<>();
        for (String name : new String[] {"before", "after"}) {
            Path file = directory.resolve(name + ".json");
            Files.writeString(file, said("report", path(name + ".jfr"), "--json", "--top", "0"));
            saved.add(file.toString());
        }
        String expected = said("compare", path("before.jfr"), path("after.jfr"));
        String names = "(?m)^([AB]: \\w+)\\.json";
        assertThat(said("compare", saved.get(0), saved.get(1)).replaceAll(names, "$1.jfr"))
                .isEqualTo(expected);
        assertThat(said("compare", saved.get(0), path("after.jfr")).replaceAll(names, "$1.jfr"))
                .isEqualTo(expected);
    }

    @Test
    void sitesOfAPartOfAReportAreNotCompared() throws IOException {
        Path file = directory.resolve("top.json");
        Files.writeString(file, said("report", path("before.jfr"), "--json", "--top", "1"));
        assertThat(said("compare", file.toString(), path("after.jfr")))
                .contains(
                        "Direct Buffer            182 MB",
                        "Call sites are left out: a saved report has not all of them")
                .doesNotContain("Allocated at");
    }

    @Test
    void flamegraph() {
        Golden.check("recorded/collapsed.txt", said("flamegraph", path("after.jfr"), "--collapsed"));
        Golden.check(
                "recorded/collapsed-difference.txt",
                said("flamegraph", path("before.jfr"), path("after.jfr"), "--collapsed"));
        Golden.checkJson("recorded/flamegraph.json", page("flamegraph", path("after.jfr")));
        Golden.checkJson(
                "recorded/flamegraph-difference.json", page("flamegraph", path("before.jfr"), path("after.jfr")));
    }

    @Test
    void export() throws IOException {
        Path file = directory.resolve("profile");
        said("export", path("after.jfr"), "--speedscope", "-o", file.toString());
        Golden.checkJson("recorded/speedscope.json", Files.readString(file));
        said("export", path("after.jfr"), "--otlp", "-o", file.toString());
        Golden.check("recorded/otlp.txt", Wire.text(Files.readAllBytes(file)));
        said("export", path("after.jfr"), "--pprof", "-o", file.toString());
        try (InputStream packed = Files.newInputStream(file)) {
            Golden.check("recorded/pprof.txt", Wire.text(new GZIPInputStream(packed).readAllBytes()));
        }
    }

    @Test
    void postmortem() {
        Golden.check("recorded/postmortem.txt", said("postmortem", path("left")));
        Golden.checkJson("recorded/postmortem.json", said("postmortem", path("left"), "--json"));
        Golden.check("recorded/postmortem-recording.txt", said("postmortem", path("before.jfr")));
        Golden.check("recorded/postmortem-report.txt", said("postmortem", path("left/nmt-pressure-21011.txt")));
        Golden.check("recorded/postmortem-two.txt", said("postmortem", path("left"), path("before.jfr")));
    }

    /** By a report and a termination log before a kill, and by the JVM's own reports of a crash. */
    @Test
    void postmortemOfOthers() {
        for (String end : new String[] {"killed", "crashed"}) {
            String there = RECORDED.resolve(end).toString();
            Golden.check(
                    "recorded/postmortem-" + end + ".txt",
                    said("postmortem", there).replace(RECORDED + "/", ""));
            Golden.checkJson(
                    "recorded/postmortem-" + end + ".json",
                    said("postmortem", there, "--json").replace(RECORDED + "/", ""));
        }
    }

    @Test
    void failures() throws IOException {
        String broken = Files.writeString(directory.resolve("broken.jfr"), "FLR\0 and no more")
                .toString();
        String text =
                Files.writeString(directory.resolve("text.txt"), "some text\n").toString();
        StringBuilder said = new StringBuilder();
        for (String[] command : new String[][] {
            {"report", broken},
            {"report", text},
            {"compare", path("after.jfr"), text},
            {"report", path("after.jfr"), "-o", path("after.jfr")},
            {"flamegraph", text, "--collapsed"},
            {"export", text, "--pprof", "-o", path("x")},
            {"postmortem", text},
            {"postmortem", path("left"), "--pid", "5"},
            {"summary", path("after.jfr")},
            {"leaks", path("after.jfr"), "--sort", "size"},
            {"rss", path("after.jfr"), "--trim", "--advise"},
            {"history", path("missing.jfr")},
            {"history", path("after.jfr"), "--category", "Unsafe"},
            {"leaks", text},
        }) {
            Outcome outcome = InProcess.run(command);
            said.append("$ nmt ")
                    .append(String.join(" ", command))
                    .append("\n[")
                    .append(outcome.exitCode())
                    .append("]\n")
                    .append(outcome.out())
                    .append(outcome.err())
                    .append('\n');
        }
        Golden.check("recorded/failures.txt", withoutDirectory(said.toString()));
    }

    /** The data in a page that a command writes. */
    private static String page(String... command) {
        String[] all = Arrays.copyOf(command, command.length + 2);
        Path file = directory.resolve("page.html");
        all[command.length] = "-o";
        all[command.length + 1] = file.toString();
        said(all);
        try {
            String html = Files.readString(file);
            String begin = "<script id=\"data\" type=\"application/json\">";
            int from = html.indexOf(begin) + begin.length();
            return html.substring(from, html.indexOf("</script>", from));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
