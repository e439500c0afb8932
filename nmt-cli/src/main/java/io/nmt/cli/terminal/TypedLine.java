package io.nmt.cli.terminal;

import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A command line to be typed, as this one was: by {@code java -jar} and the same path, or by the script. */
public final class TypedLine {
    /** Begins a line of advice that has one. */
    public static final String PROMPT = "Type: ";

    private static final int MOST_CHARS = 250;
    private static final Pattern PLAIN = Pattern.compile("[\\w./:=,%+@~-]+");

    /** Set by the script {@code nmt}, to its name. */
    private static final String LAUNCHER = "nmt.launcher";

    private static final String JAR = "nmt-agent.jar";

    private TypedLine() {}

    /**
     * Writes it for a shell.
     *
     * @param arguments the command and what follows it
     * @return null if they cannot be shown as they are
     */
    public static String of(List<String> arguments) {
        List<String> words = new ArrayList<>(launcher());
        words.addAll(arguments);
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            line.append(line.isEmpty() ? "" : " ").append(quoted(word));
        }
        String typed = line.toString();
        return typed.length() > MOST_CHARS || !SafeText.line(typed).equals(typed) ? null : typed;
    }

    /**
     * Writes commands of an answer as they are typed here.
     *
     * @param text with {@code PID} in its commands
     * @param pid the number of the process
     * @return the same with that number, and with the script or the jar that was typed
     */
    public static String inText(String text, long pid) {
        String typed = of(List.of());
        return StatementText.typed(text, pid).replace("'nmt ", "'" + (typed == null ? "nmt" : typed) + " ");
    }

    private static List<String> launcher() {
        String script = System.getProperty(LAUNCHER);
        String jar = System.getProperty("java.class.path", "");
        if (script != null || !jar.endsWith(JAR)) {
            return List.of(script != null ? script : "nmt");
        }
        return List.of("java", "-jar", jar);
    }

    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
