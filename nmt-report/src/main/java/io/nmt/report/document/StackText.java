package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Scale;
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
                .append(SafeText.name(site.label()))
                .append('\n');
        appendFrames(text, site);
    }

    /** Writes the number and the name of a line that several stacks lead to. */
    static void appendLine(StringBuilder text, int number, Site site, int stacks) {
        text.append('\n')
                .append(number)
                .append(". ")
                .append(SafeText.name(name(site, stacks)))
                .append('\n');
    }

    /** A line of code for a table: its name, and how many stacks lead to it if there are several. */
    static String name(Site site, int stacks) {
        return site.label() + (stacks > 1 ? " (" + Scale.group(stacks) + " stacks)" : "");
    }

    /** Writes the frames, and where calls are left out. */
    static void appendFrames(StringBuilder text, Site site) {
        int frames = 0;
        for (Frame frame : site.frames()) {
            text.append("       at ").append(SafeText.name(frame.toString())).append('\n');
            if (++frames == site.cutAfter()) {
                text.append("       ... calls are left out (option depth)\n");
            }
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
