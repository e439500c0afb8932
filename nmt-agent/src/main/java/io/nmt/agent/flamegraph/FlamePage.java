package io.nmt.agent.flamegraph;

import io.nmt.core.report.JsonReport;
import io.nmt.core.report.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/**
 * A flame graph as one HTML page that needs nothing else: it has the library that draws it inside, and its content
 * security policy forbids it to load anything.
 */
public final class FlamePage {
    private static final String TEMPLATE = "page.html";

    // In the template, in this order.
    private static final String TITLE = "@TITLE@";
    private static final String STYLE = "@STYLE@";
    private static final String DATA = "@DATA@";
    private static final String LIBRARY = "@LIBRARY@";
    private static final String SCRIPT = "@SCRIPT@";

    private FlamePage() {}

    /**
     * The live bytes of one moment.
     *
     * @param title of the page
     * @param stacks with their bytes
     * @return the page
     * @throws IOException if the jar is damaged
     */
    public static String of(String title, Collection<StackBytes> stacks) throws IOException {
        FlameFrame root = FlameFrame.root("all", List.of(), stacks);
        StringBuilder data = header(title, false);
        append(data, root, false);
        return page(title, data.append('}').toString());
    }

    /**
     * The difference between two moments.
     *
     * @param title of the page
     * @param before the stacks of the first
     * @param after the stacks of the second
     * @return the page
     * @throws IOException if the jar is damaged
     */
    public static String ofDifference(String title, Collection<StackBytes> before, Collection<StackBytes> after)
            throws IOException {
        FlameFrame root = FlameFrame.root("all", before, after);
        StringBuilder data = header(title, true);
        append(data, root, true);
        return page(title, data.append('}').toString());
    }

    private static StringBuilder header(String title, boolean difference) {
        StringBuilder data = new StringBuilder("{\"title\":");
        JsonReport.appendString(data, SafeText.line(title));
        return data.append(",\"difference\":").append(difference).append(",\"root\":");
    }

    /** With the names that the library looks for: n is the name, v the width, c the frames above; a and b are ours. */
    private static void append(StringBuilder data, FlameFrame frame, boolean difference) {
        data.append("{\"n\":");
        JsonReport.appendString(data, SafeText.line(frame.name()));
        data.append(",\"v\":").append(difference ? frame.changed() : frame.after());
        if (difference) {
            data.append(",\"b\":").append(frame.before()).append(",\"a\":").append(frame.after());
        }
        String separator = ",\"c\":[";
        for (FlameFrame child : frame.children()) {
            data.append(separator);
            append(data, child, difference);
            separator = ",";
        }
        data.append(separator.equals(",") ? "]}" : "}");
    }

    private static String page(String title, String data) throws IOException {
        StringBuilder page = new StringBuilder();
        String rest = resource(TEMPLATE);
        rest = appendUpTo(TITLE, rest, page);
        page.append(escapedForHtml(SafeText.line(title)));
        rest = appendUpTo(STYLE, rest, page);
        page.append(resource("page.css"));
        rest = appendUpTo(DATA, rest, page);
        // Names of methods have it (<init>), and it could end the element that the data is in. In JSON it is only in
        // strings.
        page.append(data.replace("<", "\\u003c"));
        rest = appendUpTo(LIBRARY, rest, page);
        page.append(resource("d3-flame-graph.bundle.js"));
        rest = appendUpTo(SCRIPT, rest, page);
        page.append(resource("page.js"));
        return page.append(rest).toString();
    }

    /** Never looks for a mark in what was filled in. */
    private static String appendUpTo(String mark, String template, StringBuilder page) {
        int at = template.indexOf(mark);
        page.append(template, 0, at);
        return template.substring(at + mark.length());
    }

    private static String escapedForHtml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = FlamePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the agent's jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
