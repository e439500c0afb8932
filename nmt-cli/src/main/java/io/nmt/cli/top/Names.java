package io.nmt.cli.top;

import io.nmt.cli.terminal.Width;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names in little room: what tells least goes first. */
final class Names {
    private static final Pattern SITE =
            Pattern.compile("(?<package>(?:[^.( ]+\\.)*)(?<call>[^.( ]+\\.[^.( ]+)\\((?<source>.*)\\)");
    private static final Pattern CLASS = Pattern.compile("(?:[^. ]+\\.)+(?<simple>[^.]+)");
    private static final Pattern LINE = Pattern.compile(".*:(\\d+)");

    private Names() {}

    /**
     * As it fits: whole; without the package; of a call such as {@code a.Codec.encode(Codec.java:12)} also without the
     * file, {@code Codec.encode:12}; without its middle.
     */
    static String fitting(String name, int columns) {
        if (Width.of(name) <= columns) {
            return name;
        }
        Matcher site = SITE.matcher(name);
        if (site.matches()) {
            String call = site.group("call") + "(" + site.group("source") + ")";
            Matcher line = LINE.matcher(site.group("source"));
            return Width.of(call) <= columns
                    ? call
                    : Width.shortened(site.group("call") + (line.matches() ? ":" + line.group(1) : ""), columns);
        }
        Matcher type = CLASS.matcher(name);
        return Width.shortened(type.matches() ? type.group("simple") : name, columns);
    }
}
