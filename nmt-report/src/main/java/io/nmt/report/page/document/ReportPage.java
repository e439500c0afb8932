package io.nmt.report.page.document;

import io.nmt.report.document.Json;
import io.nmt.report.document.SafeText;
import io.nmt.report.page.PageProcess;
import io.nmt.report.page.flamegraph.PageTemplate;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * The page of {@code report}: one file that needs nothing else, and whose content security policy forbids it to load
 * anything.
 */
public final class ReportPage {
    private static final PageTemplate TEMPLATE = new PageTemplate(
            "page.html",
            List.of("uplot.css", "page.css"),
            List.of("/io/nmt/report/page/flamegraph/d3-flame-graph.bundle.js", "uplot.bundle.js"),
            List.of(
                    "units.js",
                    "tables.js",
                    "series.js",
                    "chart.js",
                    "window.js",
                    "flames.js",
                    "verdicts.js",
                    "sections.js",
                    "suspects.js",
                    "page.js"));

    private ReportPage() {}

    /**
     * The subject of a page.
     *
     * @param title of it
     * @param kind {@code recording}, {@code process} or {@code comparison}
     * @param fromMillis when its time begins, since 1970
     * @param toMillis when it ends
     * @param process that it is of
     * @param jdksDiffer whether what is compared is known to be of two versions of the JDK
     */
    public record Head(
            String title, String kind, long fromMillis, long toMillis, PageProcess process, boolean jdksDiffer) {}

    /**
     * Writes the data of a page.
     *
     * @param head of it
     * @param before JSON of what is compared with; null if nothing is
     * @param after JSON of what is shown
     * @return JSON
     */
    public static String data(Head head, String before, String after) {
        Json json = new Json()
                .object()
                .field("title", SafeText.line(head.title))
                .field("kind", head.kind)
                .field("jdksDiffer", head.jdksDiffer)
                .field("made", System.currentTimeMillis())
                .field("from", head.fromMillis)
                .field("to", head.toMillis)
                .field("zone", ZoneId.systemDefault().getId());
        json.object("process")
                .number("pid", head.process.pid() == PageProcess.UNKNOWN ? null : head.process.pid())
                .field("jdk", line(head.process.jdk()))
                .field("command", line(head.process.command()))
                .endObject();
        if (before != null) {
            json.json("before", before);
        }
        return json.json("after", after).endObject().toString();
    }

    private static String line(String text) {
        return text == null ? null : SafeText.line(text);
    }

    /**
     * Writes the page.
     *
     * @param title of it
     * @param data JSON
     * @return the page
     * @throws IOException if the jar is damaged
     */
    public static String of(String title, String data) throws IOException {
        return TEMPLATE.page(title, data, ReportPage.class);
    }
}
