package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import java.util.List;

/** The calls that led to a site, as text for people. */
final class StackText {
    private StackText() {}

    /** Writes a site's number and name, and its frames, the innermost first. */
    static void append(StringBuilder text, int number, Site site) {
        text.append('\n')
                .append(number)
                .append(". ")
                .append(SafeText.name(site.toString()))
                .append('\n');
        for (Frame frame : site.frames()) {
            text.append("       at ").append(SafeText.name(frame.toString())).append('\n');
        }
    }

    /** Writes names behind a title, in one line; only that line's end if there are none. */
    static void appendNames(StringBuilder text, String title, List<String> names) {
        String separator = "   ".concat(title).concat(": ");
        for (String name : names) {
            text.append(separator).append(SafeText.name(name));
            separator = ", ";
        }
        text.append('\n');
    }
}
