package io.nmt.report.page.flamegraph;

import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An HTML page with marks in place of its title, styles, data, libraries and scripts.
 *
 * @param html the resource with the marks, of the class that has the page, as the others
 * @param styles in their order
 * @param libraries in their order
 * @param scripts in their order
 */
public record PageTemplate(String html, List<String> styles, List<String> libraries, List<String> scripts) {
    // In the template, in this order.
    private static final String TITLE = "@TITLE@";
    private static final String STYLE = "@STYLE@";
    private static final String DATA = "@DATA@";
    private static final String LIBRARY = "@LIBRARY@";
    private static final String SCRIPT = "@SCRIPT@";

    /**
     * Fills the marks.
     *
     * @param title of the page
     * @param data JSON
     * @param owner whose package has the resources
     * @return the page
     * @throws IOException if the jar is damaged
     */
    public String page(String title, String data, Class<?> owner) throws IOException {
        StringBuilder page = new StringBuilder(data.length() + (1 << 19));
        String rest = resource(owner, html);
        rest = appendUpTo(TITLE, rest, page);
        page.append(escapedForHtml(SafeText.line(title)));
        rest = appendUpTo(STYLE, rest, page);
        append(styles, owner, page);
        rest = appendUpTo(DATA, rest, page);
        // Names of methods have it (<init>), and it could end the element that the data is in. In JSON it is only in
        // strings.
        page.append(data.replace("<", "\\u003c"));
        rest = appendUpTo(LIBRARY, rest, page);
        append(libraries, owner, page);
        rest = appendUpTo(SCRIPT, rest, page);
        append(scripts, owner, page);
        return page.append(rest).toString();
    }

    private static void append(List<String> names, Class<?> owner, StringBuilder page) throws IOException {
        for (String name : names) {
            String text = resource(owner, name);
            page.append(text).append(text.endsWith("\n") ? "" : "\n");
        }
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

    private static String resource(Class<?> owner, String name) throws IOException {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the agent's jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
