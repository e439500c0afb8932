package io.nmt.agent.words;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every text that the program can say, once, by surface.
 *
 * <p>The source code is read, not a run: so texts that no fixed value brings out are in it, too. Examples are of the
 * golden files, where these have the text.
 */
final class Catalogue {
    private static final Pattern STATEMENT =
            Pattern.compile("(LEAK|GROWING|LIMIT|HELD|RETAINED|RECLAIMABLE|NORMAL|UNKNOWN)\\b.*");
    private static final Pattern HELP = Pattern.compile("Command|Option|Parameters|ArgGroup");
    private static final Set<String> NAMES_OF_CLASSES = Set.of("JdkClasses.FOR_HISTORY", "JdkClasses.FOR_COMMANDS");
    private static final String HEAD = """
            # Every sentence of the program

            Made from the code by `WordsTest`, and renewed as golden files are. `…` is a figure or a name. `{a / b}` is
            one of both. Examples with figures are of the golden files. A `part` is joined with others to a sentence.
            """;

    private final List<Text> texts;

    Catalogue() {
        Set<String> seen = new HashSet<>();
        texts = Stream.concat(
                        Sources.parse(Sources.java()).stream().flatMap(file -> TextScanner.texts(file).stream()),
                        Sources.scripts().stream().flatMap(file -> ScriptTexts.texts(file).stream()))
                .filter(Text::isRead)
                .filter(text -> !NAMES_OF_CLASSES.contains(text.id()))
                .filter(text -> seen.add(text.words()))
                .sorted(Comparator.comparing(Surface::of))
                .toList();
    }

    List<Text> texts() {
        return texts;
    }

    String markdown() {
        Examples examples = new Examples();
        Map<String, Integer> numbers = new HashMap<>();
        StringBuilder page = new StringBuilder(HEAD);
        Surface last = null;
        for (Text text : texts) {
            Surface surface = Surface.of(text);
            if (surface != last) {
                page.append("\n## ").append(surface.title).append("\n\n| id | kind | text |\n| --- | --- | --- |\n");
                last = surface;
            }
            int number = numbers.merge(text.id(), 1, Integer::sum);
            page.append("| ").append(text.id()).append(number == 1 ? "" : "-" + number);
            page.append(" | ").append(kind(text, surface));
            page.append(" | ").append(cell(examples.of(text))).append(" |\n");
        }
        return page.toString();
    }

    private static String cell(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "\\<")
                .replace("*", "\\*")
                .replace("_", "\\_");
    }

    private static String kind(Text text, Surface surface) {
        Matcher statement = STATEMENT.matcher(text.words());
        String annotation = String.valueOf(text.annotation());
        if (statement.matches()) {
            return statement.group(1);
        } else if (HELP.matcher(annotation).matches()) {
            return "help";
        } else if (text.annotation() != null) {
            return "field";
        } else if (text.words().startsWith("nmt: ")) {
            return "log";
        } else if (!Character.isUpperCase(text.words().charAt(0))) {
            return surface == Surface.COMMANDS || surface == Surface.AGENT ? "error" : "part";
        }
        return text.words().endsWith(".") ? "sentence" : "title";
    }
}
