package io.nmt.report.page.flamegraph;

import io.nmt.report.document.Json;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * A flame graph as one HTML page that needs nothing else: it has the library that draws it inside, and its content
 * security policy forbids it to load anything.
 */
public final class FlamePage {
    private static final PageTemplate TEMPLATE =
            new PageTemplate("page.html", List.of("page.css"), List.of("d3-flame-graph.bundle.js"), List.of("page.js"));

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
        return page(title, FlameFrame.root("all", List.of(), stacks), false, false);
    }

    /**
     * A page of memory that was malloced in a time and not freed.
     *
     * @param title of the page
     * @param stacks with their bytes, by library
     * @return the page
     * @throws IOException if the jar is damaged
     */
    public static String ofMalloced(String title, Collection<StackBytes> stacks) throws IOException {
        return page(title, FlameFrame.root("all", List.of(), stacks), false, true);
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
        return page(title, FlameFrame.root("all", before, after), true, false);
    }

    private static String page(String title, FlameFrame root, boolean difference, boolean malloced) throws IOException {
        Json data = new Json()
                .object()
                .field("title", SafeText.line(title))
                .field("difference", difference)
                .field("malloced", malloced);
        append(data.object("root"), root, difference);
        return TEMPLATE.page(title, data.endObject().toString(), FlamePage.class);
    }

    /** With the names that the library looks for: n the name, v the width, c the frames above; k, a and b are ours. */
    private static void append(Json data, FlameFrame frame, boolean difference) {
        data.field("n", SafeText.line(frame.name())).field("v", difference ? frame.changed() : frame.after());
        if (difference) {
            data.field("b", frame.before()).field("a", frame.after());
        } else if (frame.blocks() != StackBytes.UNKNOWN) {
            data.field("k", frame.blocks());
        }
        if (!frame.children().isEmpty()) {
            data.array("c");
            for (FlameFrame child : frame.children()) {
                append(data.object(), child, difference);
            }
            data.endArray();
        }
        data.endObject();
    }
}
