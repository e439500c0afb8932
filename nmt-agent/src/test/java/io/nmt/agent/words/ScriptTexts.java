package io.nmt.agent.words;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The texts of a page's script: its string literals, joined where the script joins them. */
final class ScriptTexts {
    private static final Pattern JOINED = Pattern.compile("(['`])\\s*\\+\\s*['`]");
    private static final Pattern LITERAL = Pattern.compile("'((?:[^'\\\\\n]|\\\\.)*)'|`([^`]*)`");
    private static final Pattern FIGURE = Pattern.compile("\\$\\{(?:[^{}]|\\{[^{}]*})*}");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//.*$", Pattern.DOTALL);
    // Styles and drawings.
    private static final Pattern FOR_MACHINES = Pattern.compile("=>|[#;]|^\\W*$|^[a-z-]+$|rgb|hsl|px");

    private ScriptTexts() {}

    static List<Text> texts(Path file) {
        String script = COMMENT.matcher(Sources.read(file)).replaceAll("");
        String id = file.getFileName().toString();
        return LITERAL.matcher(JOINED.matcher(script).replaceAll(""))
                .results()
                .map(literal -> literal.group(1) == null ? literal.group(2) : literal.group(1))
                .map(text -> FIGURE.matcher(text).replaceAll(Text.FIGURE))
                .filter(text -> !FOR_MACHINES.matcher(text).find())
                .flatMap(text -> Stream.of(new Text(
                        "io.nmt.report.page",
                        id,
                        null,
                        text.replaceAll("\\s+", " ").strip())))
                .toList();
    }
}
