package io.nmt.report.document;

import io.nmt.core.model.Scale;
import java.util.List;

/** Titles of tables: the unit of their figures; of a list, how long it is, and how much of it is shown. */
final class TableTitle {
    private TableTitle() {}

    /** Ends a title: names the unit where figures do not bear it. */
    static String inBytes(Scale scale) {
        return scale == Scale.B ? ", in bytes\n" : "\n";
    }

    /** Writes the title of a list; returns what of the list is to be shown below it. */
    static <T> List<T> append(StringBuilder text, String title, List<T> all, int top) {
        List<T> shown = appendOpen(text, title, all, top);
        text.append('\n');
        return shown;
    }

    /** The same, with the line not ended yet. */
    static <T> List<T> appendOpen(StringBuilder text, String title, List<T> all, int top) {
        List<T> shown = all.subList(0, Math.min(top, all.size()));
        text.append(title).append(" (").append(Scale.group(all.size()));
        if (shown.size() < all.size()) {
            text.append(", ").append(Scale.group(shown.size())).append(" shown");
        }
        text.append(')');
        return shown;
    }
}
