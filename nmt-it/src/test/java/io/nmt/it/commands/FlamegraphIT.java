package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.nmt.testkit.Browser;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The page of real recordings in a real browser that has no network: one for all tests, one after the other. */
@Execution(ExecutionMode.SAME_THREAD)
class FlamegraphIT {
    private static final Jdk JDK = Jdks.all().reduce((older, newer) -> newer).orElseThrow();

    private static final String KEEP = "CallSites.keep";
    private static final String LOAD = "CallSites.load";

    private static final String FOUND_COLOR = "rgb(232, 121, 249)";

    @TempDir
    private Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser(@TempDir Path profile) throws Exception {
        assumeTrue(Browser.isInstalled(), "chromium and chromedriver are not on the PATH");
        browser = Browser.start(profile);
    }

    @AfterAll
    static void closeBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void nothingIsRequestedButThePage() throws Exception {
        Path page = page(record(40, "app.jfr"));

        browser.open(page);

        assertThat(browser.requests(page).stream().filter(url -> !url.startsWith("data:")))
                .containsExactly(page.toUri().toString());
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void itShowsWhoHoldsHowMuch() throws Exception {
        browser.open(page(record(40, "app.jfr")));

        assertThat(text("#title")).isEqualTo("Live native memory: app.jfr");
        assertThat(text("#total")).startsWith("Live: ").contains(" MB by ").contains("call stacks");
        double keep = width(KEEP);
        double load = width(LOAD);
        assertThat(keep).isPositive();
        // 40 blocks of 64 KiB, 1 block of 1 MiB.
        assertThat(keep / load).isBetween(2.49, 2.51);
        assertThat(width("Unsafe")).isGreaterThanOrEqualTo(keep);
        assertThat(width("Direct Buffer")).isGreaterThanOrEqualTo(load);
        hover(KEEP);
        assertThat(text("#details")).contains(CallSitesRun.KEEP + ": 2.50 MB, ").endsWith(" %, 40 blocks");
    }

    @Test
    void aClickZoomsAndTheButtonGoesBack() throws Exception {
        browser.open(page(record(40, "app.jfr")));
        double whole = width("all");
        double before = width(LOAD);
        assertThat(before).isLessThan(whole / 2);
        assertThat(isDisabled("#reset")).isTrue();

        browser.click(frame(LOAD));

        assertThat(width(LOAD)).isEqualTo(whole);
        assertThat(shown(KEEP)).isFalse();
        assertThat(isDisabled("#reset")).isFalse();

        browser.click("#reset");

        assertThat(width(LOAD)).isEqualTo(before);
        assertThat(shown(KEEP)).isTrue();
        assertThat(isDisabled("#reset")).isTrue();
    }

    @Test
    void searchFindsAndHighlights() throws Exception {
        browser.open(page(record(40, "app.jfr")));

        browser.type("#search", "callsites.KEEP");

        assertThat(color(KEEP)).isEqualTo(FOUND_COLOR);
        assertThat(color(LOAD)).isNotEqualTo(FOUND_COLOR);
        assertThat(text("#found")).startsWith("found: 2.50 MB, ");

        browser.type("#search", "-no-such-method");

        assertThat(color(KEEP)).isNotEqualTo(FOUND_COLOR);
        assertThat(text("#found")).isEqualTo("not found");
    }

    @Test
    void aDifferenceShowsWhatGrewInRedAndWhatShrankInBlue() throws Exception {
        Path few = record(10, "few.jfr");
        Path many = record(90, "many.jfr");

        browser.open(page(few, many));

        assertThat(text("#total")).contains(" before, ").contains(" after, +").contains("MB");
        assertThat(text("#legend")).contains("grown").contains("shrunk");
        assertThat(color(KEEP)).isEqualTo("rgb(240, 98, 88)");
        hover(KEEP);
        assertThat(text("#details")).endsWith(CallSitesRun.KEEP + ": +5.00 MB (640 KB \u2192 5.63 MB)");
        // What is the same has no width.
        assertThat(shown(LOAD)).isFalse();

        browser.open(page(many, few));

        assertThat(color(KEEP)).isEqualTo("rgb(92, 150, 235)");
        assertThat(browser.console()).isEmpty();
    }

    private Path record(int blocks, String name) {
        Path file = directory.resolve(name);
        CallSitesRun.recordAll(JDK, blocks, file);
        return file;
    }

    private Path page(Path... inputs) {
        Path page = directory.resolve("page.html");
        String[] arguments = new String[inputs.length + 3];
        arguments[0] = "flamegraph";
        arguments[1] = "-o";
        arguments[2] = page.toString();
        for (int i = 0; i < inputs.length; i++) {
            arguments[i + 3] = inputs[i].toString();
        }
        ChildJvm.runAgentJar(JDK, arguments).expectSuccess();
        return page;
    }

    private static String frame(String name) {
        return "g.frame[name='" + name + "']";
    }

    private JsonNode ofElement(String cssSelector, String expression) throws Exception {
        return browser.run("const e = document.querySelector(\"" + cssSelector + "\"); return " + expression + ";");
    }

    private String text(String cssSelector) throws Exception {
        return ofElement(cssSelector, "e.textContent").asText();
    }

    private boolean isDisabled(String cssSelector) throws Exception {
        return ofElement(cssSelector, "e.disabled").asBoolean();
    }

    private boolean shown(String name) throws Exception {
        return ofElement(frame(name), "e !== null").asBoolean();
    }

    /** In pixels, when animations have ended. */
    private double width(String name) throws Exception {
        return ofElement(frame(name), "Number(e.getAttribute('width'))").asDouble();
    }

    private String color(String name) throws Exception {
        return ofElement(frame(name) + " rect", "getComputedStyle(e).fill").asText();
    }

    private void hover(String name) throws Exception {
        ofElement(frame(name), "e.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))");
    }
}
