package io.nmt.agent.golden;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares a text with a committed file below {@code src/test/resources/golden}. With {@code -Dgolden.update=true} the
 * file is written instead, to be reviewed as a diff.
 */
public final class Golden {
    private static final Path ROOT = Path.of("src", "test", "resources", "golden");
    private static final boolean UPDATE = Boolean.getBoolean("golden.update");
    private static final String INDENT = "  ";

    private Golden() {}

    /**
     * Compares a text.
     *
     * @param name of the file, with folders and suffix
     * @param actual text
     */
    public static void check(String name, String actual) {
        checkFile(ROOT.resolve(name), actual);
    }

    /**
     * Compares a text with a committed file elsewhere.
     *
     * @param file of this module's folder
     * @param actual text
     */
    public static void checkFile(Path file, String actual) {
        try {
            if (UPDATE) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, actual);
            } else if (!Files.isRegularFile(file)) {
                fail(file + " does not exist. " + howToRenew());
            } else {
                compare(file, Files.readString(file), actual);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Compares JSON, which is kept with a field in each line.
     *
     * @param name of the file, with folders and suffix
     * @param actual JSON, a line or several
     */
    public static void checkJson(String name, String actual) {
        check(name, inLines(actual));
    }

    /**
     * Compares the data of a page, but for the time at which it was made.
     *
     * @param name of the file, with folders and suffix
     * @param actual JSON, a line or several
     */
    public static void checkPage(String name, String actual) {
        checkJson(name, actual.replaceFirst("\"made\":\\d+", "\"made\":0"));
    }

    private static void compare(Path file, String expected, String actual) {
        if (expected.equals(actual)) {
            return;
        }
        List<String> before = expected.lines().toList();
        List<String> after = actual.lines().toList();
        int line = 0;
        while (line < before.size() && line < after.size() && before.get(line).equals(after.get(line))) {
            line++;
        }
        fail("%s differs in line %d:%nexpected: %s%nactual:   %s%n%s"
                .formatted(file, line + 1, lineOf(before, line), lineOf(after, line), howToRenew()));
    }

    private static String lineOf(List<String> lines, int line) {
        return line < lines.size() ? lines.get(line) : "(the end)";
    }

    private static String howToRenew() {
        return "If the change is meant, run this test with -Dgolden.update=true, and review the diff line by line.";
    }

    /** JSON with line feeds outside of strings. No sign but these and spaces is added. */
    static String inLines(String json) {
        StringBuilder lines = new StringBuilder(json.length() * 2);
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (quoted) {
                lines.append(c);
                if (c == '\\') {
                    lines.append(json.charAt(++i));
                } else if (c == '"') {
                    quoted = false;
                }
                continue;
            }
            quoted = c == '"';
            boolean empty = i + 1 < json.length() && (json.charAt(i + 1) == '}' || json.charAt(i + 1) == ']');
            if (c == '{' || c == '[') {
                depth++;
                lines.append(c).append(empty ? "" : "\n" + INDENT.repeat(depth));
            } else if (c == '}' || c == ']') {
                depth--;
                boolean opened = json.charAt(i - 1) == '{' || json.charAt(i - 1) == '[';
                lines.append(opened ? "" : "\n" + INDENT.repeat(depth)).append(c);
            } else if (c == ',') {
                lines.append(c).append('\n').append(INDENT.repeat(depth));
            } else {
                lines.append(c);
            }
        }
        return lines.toString();
    }
}
