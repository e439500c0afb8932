package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.nmt.it.programs.Phases;
import io.nmt.testkit.Browser;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The page of {@code report -o} in a real browser that has no network: what it tells of a program whose blocks are
 * known ({@link Phases}), each of them sampled. One browser for all tests, one after the other.
 */
@Execution(ExecutionMode.SAME_THREAD)
class ReportPageIT {
    private static final Jdk JDK = Jdks.all().reduce((older, newer) -> newer).orElseThrow();

    private static final String EARLY = "Phases.early";
    private static final String LATE = "Phases.late";
    private static final String PASSING = "Phases.passing";

    /** Keys, as WebDriver writes them. */
    private static final String LEFT = "\uE012";

    private static final String PAGE_DOWN = "\uE00F";

    private static final String END = "\uE010";

    /** A file's name that is code to a page that does not take care. */
    private static final String HOSTILE = "<img src=x onerror=document.title='hit'>.jfr";

    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path page;
    private static Path difference;

    /** Between the phases of the program, by its clock. */
    private static long between;

    @BeforeAll
    static void recordAndStartBrowser() throws Exception {
        assumeTrue(Browser.isInstalled(), "chromium and chromedriver are not on the PATH");
        Path few = directory.resolve("few.jfr");
        Path many = directory.resolve(HOSTILE);
        record(5, few);
        between = record(20, many);
        page = page("report", "page.html", many);
        difference = page("compare", "difference.html", few, many);
        browser = Browser.start(Files.createDirectory(directory.resolve("profile")));
    }

    @AfterAll
    static void closeBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void nothingIsRequestedButThePage() throws Exception {
        browser.open(page);

        assertThat(browser.requests(page).stream().filter(url -> !url.startsWith("data:")))
                .containsOnly(page.toUri().toString());
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theWholeTimeHasWhatIsLiveAtTheEnd() throws Exception {
        browser.open(page);

        assertThat(row(EARLY)).contains("384 KB", "6");
        assertThat(row(LATE)).contains("1.25 MB", "20");
        assertThat(row(PASSING)).isEmpty();
        assertThat(text("#window-note")).startsWith("Exact: every block was sampled.");
        expectOneTruth();
    }

    @Test
    void aWindowHasWhatWasAllocatedInItAndIsLiveAtItsEnd() throws Exception {
        browser.open(page);

        slide("to", between);

        // Freed later.
        assertThat(row(EARLY)).contains("640 KB", "10");
        assertThat(row(LATE)).isEmpty();
        expectOneTruth();

        browser.click("#whole");
        painted();
        slide("from", between);

        assertThat(row(EARLY)).isEmpty();
        assertThat(row(LATE)).contains("1.25 MB", "20");
        expectOneTruth();

        browser.click("#whole");
        painted();

        assertThat(row(EARLY)).contains("384 KB", "6");
        assertThat(ofElement("#whole", "e.disabled").asBoolean()).isTrue();
    }

    @Test
    void slidersAreMovedByKeyboardAndPushEachOther() throws Exception {
        browser.open(page);
        String whole = text("#to-time");

        browser.type("#to", LEFT + LEFT + LEFT);
        painted();

        assertThat(value("#to")).isEqualTo(1997);

        browser.type("#to", PAGE_DOWN);
        painted();

        assertThat(value("#to")).isEqualTo(1797);
        assertThat(text("#to-time")).isNotEqualTo(whole);
        assertThat(ofElement("#to", "e.getAttribute('aria-valuetext')").asText())
                .isEqualTo(text("#to-time"));

        browser.type("#from", END);
        painted();

        assertThat(value("#from")).isEqualTo(2000);
        assertThat(value("#to")).isEqualTo(2000);
    }

    @Test
    void aStretchOfTheChartIsChosenWithTheMouse() throws Exception {
        browser.open(page);

        browser.drag(".u-over", -0.25, 0.25);
        painted();

        assertThat(value("#from")).isBetween(480, 520);
        assertThat(value("#to")).isBetween(1480, 1520);
    }

    @Test
    void theFlameGraphZoomsAndIsSearched() throws Exception {
        browser.open(page);
        double whole = width("all");
        assertThat(width(frame(LATE)) / width(frame(EARLY))).isBetween(3.3, 3.4);

        browser.click("g.frame[name='" + frame(LATE) + "']");
        assertThat(width(frame(LATE))).isEqualTo(whole);
        browser.click("#reset");
        assertThat(ofElement("#reset", "e.disabled").asBoolean()).isTrue();

        browser.type("#search", "phases.LATE");

        assertThat(text("#found")).startsWith("found: 1.25 MB, ").endsWith(", 20 blocks");
        slide("to", between);
        assertThat(text("#found")).isEqualTo("not found");
    }

    @Test
    void theFlameGraphIsInvertedSplitByThreadAndFreeOfTheJdk() throws Exception {
        browser.open(page);
        double late = width(frame(LATE));
        assertThat(ofElement("#flame-graph", "e.textContent").asText()).contains("allocateMemory");

        browser.click("#application");
        assertThat(ofElement("#flame-graph", "e.textContent").asText()).doesNotContain("allocateMemory");
        assertThat(width(frame(LATE))).isEqualTo(late);

        browser.click("#inverted");
        browser.click("#by-thread");
        assertThat(ofElement("#flame-graph", "e.textContent").asText()).contains("main");
        assertThat(width(frame(LATE))).isEqualTo(late);
    }

    @Test
    void twoRecordingsAreADifference() throws Exception {
        browser.open(difference);

        assertThat(row(LATE)).contains("320 KB", "1.25 MB", "+960 KB");
        assertThat(row(EARLY)).contains("384 KB", "0 bytes");
        assertThat(text("#legend")).contains("grown", "shrunk");
        assertThat(browser.run("return document.querySelectorAll('.chart').length")
                        .asInt())
                .isEqualTo(2);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void namesAreNoCode() throws Exception {
        for (Path hostile : new Path[] {page, difference}) {
            browser.open(hostile);

            assertThat(browser.run("return document.title").asText()).contains(HOSTILE);
            assertThat(browser.run("return document.images.length").asInt()).isZero();
        }
    }

    @Test
    void itIsAccessible() throws Exception {
        String axe;
        try (InputStream in = ReportPageIT.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Path checked : new Path[] {page, difference}) {
            browser.open(checked);

            JsonNode violations = browser.run(axe + "; return axe.run().then(result => result.violations"
                    + ".filter(found => ['serious', 'critical'].includes(found.impact))"
                    + ".map(found => found.id + ': ' + found.nodes[0].html))");

            assertThat(violations).isEmpty();
        }
    }

    /** From a slider's move until the picture is drawn: {@code docs/report.md} has the figure. */
    @Test
    void slidersAreFollowedWithManySamples(TestReporter reporter) throws Exception {
        browser.open(manySamples());

        JsonNode medians = browser.run("""
                const took = [];
                const yardstick = [];
                const sort = () => {
                    const begin = performance.now();
                    Array.from({length: 100000}, (_, i) => i * 7919 % 100003).sort((a, b) => a - b);
                    yardstick.push(performance.now() - begin);
                };
                const move = i => {
                    sort();
                    const slider = document.getElementById(i % 2 ? 'to' : 'from');
                    slider.value = i % 2 ? 2000 - 40 * i : 30 * i;
                    const begin = performance.now();
                    slider.dispatchEvent(new Event('input'));
                    return new Promise(done => requestAnimationFrame(() => {
                        document.body.getBoundingClientRect();
                        const channel = new MessageChannel();
                        channel.port1.onmessage = done;
                        channel.port2.postMessage(0);
                    })).then(() => took.push(performance.now() - begin));
                };
                return Array.from({length: 15}, (_, i) => i)
                        .reduce((all, i) => all.then(() => move(i)), Promise.resolve())
                        .then(() => [took, yardstick].map(all => all.sort((a, b) => a - b)[7]));""");

        double move = medians.get(0).asDouble();
        double sort = medians.get(1).asDouble();
        reporter.publishEntry("milliseconds for a slider's move with 100,000 samples", Double.toString(move));
        reporter.publishEntry("milliseconds for a sort of 100,000 numbers", Double.toString(sort));
        // Other work slows both down.
        assertThat(move).isLessThan(30 * sort);
        assertThat(browser.run("return document.querySelectorAll('g.frame').length")
                        .asInt())
                .isBetween(500, 1100);
    }

    /** The page with 100,000 samples of 3,000 call stacks in place of its own. */
    private static Path manySamples() throws IOException {
        StringBuilder nodes = new StringBuilder("[-1,0]");
        StringBuilder frames = new StringBuilder("\"java.lang.Thread.run(Thread.java:1)\"");
        for (int i = 1; i <= 3000; i++) {
            nodes.append(",[").append(i / 4).append(',').append(i).append(']');
            frames.append(",\"com.acme.C").append(i % 50).append(".m(C.java:").append(i);
            frames.append(")\"");
        }
        StringBuilder samples = new StringBuilder();
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            int freed = random.nextInt(10) == 0 ? -1 : i + random.nextInt(50_000);
            int node = 1 + random.nextInt(3000);
            int bytes = 1 + random.nextInt(1 << 20);
            samples.append(i == 0 ? "" : ",").append(List.of(i, freed, node, 0, 1, bytes, 0));
        }
        String template = """
                {"title": "many", "zone": "Etc/UTC", "after": {"name": "many", "from": 0, "to": 100000,
                "types": ["Unsafe"], "samplesExact": true, "nodes": [%s], "frames": [%s], "samples": [%s]}}""";
        String data = template.formatted(nodes, frames, samples);
        return withData("many.html", data);
    }

    private static Path withData(String name, String data) throws IOException {
        String html = Files.readString(page);
        int begin = html.indexOf('>', html.indexOf("<script id=\"data\"")) + 1;
        return Files.writeString(
                directory.resolve(name),
                html.substring(0, begin) + data + html.substring(html.indexOf("</script>", begin)));
    }

    /** Four verdicts at once, no change of what was read once, and no recording where there is none. */
    @Test
    void thePageOfAProcess() throws Exception {
        StringBuilder cards = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            cards.append(i == 0 ? "" : ",").append("{\"urgency\": \"note\", \"text\": \"verdict ");
            cards.append(i).append("\", \"target\": \"#sites\"}");
        }
        String data = """
                {"title": "p", "kind": "process", "zone": "Etc/UTC", "after": {"name": "p", "from": 0, "to": 100000,
                "times": [0, 50000, 100000], "series": [
                {"name": "RSS", "kind": "line", "bytes": [null, 5000000, null]},
                {"name": "Unsafe", "kind": "category", "bytes": [1024, 2048, 3072]}],
                "sites": [{"site": "a.B.c", "category": "Unsafe", "node": -1, "bytes": 9, "error": 0, "count": 1,
                "peak": 9}], "cards": [%s]}}""".formatted(cards);
        browser.open(withData("process.html", data));

        assertThat(browser.run("return document.querySelectorAll('#verdicts > ul.cards > li').length")
                        .asInt())
                .isEqualTo(4);
        assertThat(ofElement("#areas", "e.getAttribute('aria-pressed')").asText())
                .as("categories have less than a tenth of RSS: they are drawn alone")
                .isEqualTo("true");
        assertThat(text("#more-verdicts summary")).isEqualTo("5 more verdicts");
        assertThat(ofElement("#more-verdicts", "e.open").asBoolean()).isFalse();
        assertThat(text("#facts"))
                .contains("read once", "+2.00 KB since the start")
                .doesNotContain("0 bytes since");
        assertThat(text("#sites")).contains("whenever it was allocated since tracking began");
        assertThat(text("main")).doesNotContain("before the recording");
        assertThat(browser.console()).isEmpty();
    }

    /** Headline, table and flame graph tell the same. */
    private static void expectOneTruth() throws Exception {
        JsonNode figures = browser.run("""
                document.querySelectorAll('#window-sites button.rows').forEach(button => button.click());
                const column = [...document.querySelectorAll('#window-sites tbody tr')]
                        .map(row => Number(row.lastElementChild.textContent.replaceAll(',', '')));
                const root = document.querySelector('g.frame[name=all]').__data__.data;
                const headline = document.getElementById('window-figures').textContent;
                return {table: column.reduce((sum, count) => sum + count, 0), flames: root.k,
                    headline: Number(/ in ([0-9,]+) block/.exec(headline)[1].replaceAll(',', '')),
                    bytes: headline.includes(bytes(root.v))};""");
        assertThat(figures.get("table").asInt()).isPositive();
        assertThat(figures.get("flames").asInt()).isEqualTo(figures.get("table").asInt());
        assertThat(figures.get("headline").asInt())
                .isEqualTo(figures.get("table").asInt());
        assertThat(figures.get("bytes").asBoolean()).isTrue();
    }

    /** Returns what the program says its phases are parted by. */
    private static long record(int blocks, Path file) throws IOException {
        Path made = directory.resolve("recording.jfr");
        try (Child child = ChildJvm.withoutC2(JDK)
                .allowUnsafe()
                .agent("sample=1")
                .options("-XX:StartFlightRecording:filename=" + made)
                .start(Phases.class, Integer.toString(blocks))) {
            String line = child.awaitLineWith("between ");
            child.say("finish");
            child.await().expectExit(0);
            Files.move(made, file);
            return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        }
    }

    private static Path page(String command, String name, Path... recordings) {
        Path written = directory.resolve(name);
        String[] arguments = new String[recordings.length + 3];
        arguments[0] = command;
        arguments[1] = "-o";
        arguments[2] = written.toString();
        for (int i = 0; i < recordings.length; i++) {
            arguments[i + 3] = recordings[i].toString();
        }
        ChildJvm.runAgentJar(JDK, arguments).expectSuccess();
        return written;
    }

    private static void slide(String slider, long epochMillis) throws Exception {
        browser.run("const e = document.getElementById('" + slider + "');"
                + "e.value = 2000 * (" + epochMillis + " - span.from) / (span.to - span.from);"
                + "e.dispatchEvent(new Event('input'));");
        painted();
    }

    /** Waits for the work that the page does at the next picture. */
    private static void painted() throws Exception {
        browser.run("return new Promise(done => requestAnimationFrame(() => setTimeout(done)))");
    }

    /** The cells of a call site of the window; empty if it is not there. */
    private static String row(String method) throws Exception {
        return browser.run("""
                document.querySelectorAll('#window-sites button.rows').forEach(button => button.click());
                const row = [...document.querySelectorAll('#window-sites tbody tr')]
                        .find(row => row.firstElementChild.textContent.split('(')[0].endsWith('.%s'));
                return row ? [...row.children].map(cell => cell.textContent).join(' | ') : '';""".formatted(method)).asText();
    }

    /** A frame's label: with its line, which the program may change. */
    private static String frame(String method) throws Exception {
        return browser.run("return [...document.querySelectorAll('g.frame')].map(e => e.getAttribute('name'))"
                        + ".find(name => name.startsWith('" + method + ":'))")
                .asText();
    }

    private static double width(String name) throws Exception {
        return ofElement("g.frame[name='" + name + "']", "Number(e.getAttribute('width'))")
                .asDouble();
    }

    private static int value(String slider) throws Exception {
        return ofElement(slider, "Number(e.value)").asInt();
    }

    private static String text(String cssSelector) throws Exception {
        return ofElement(cssSelector, "e.textContent").asText();
    }

    private static JsonNode ofElement(String cssSelector, String expression) throws Exception {
        return browser.run("const e = document.querySelector(\"" + cssSelector + "\"); return " + expression + ";");
    }
}
