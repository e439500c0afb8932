package io.nmt.agent.cli;

import java.util.List;

/**
 * What is said of a command line that is not understood.
 *
 * @param wrong what is wrong with it
 * @param instead a line on what to type; null for the usage
 */
record Advice(String wrong, String instead) {
    static final String TYPE = "Type: ";

    /** With the usage. */
    static Advice usage(String wrong) {
        return new Advice(wrong, null);
    }

    /** With a command line that does what was meant, or what is next to it. */
    static Advice type(String wrong, List<String> arguments) {
        String line = TypedLine.of(arguments);
        return new Advice(wrong, line == null ? null : TYPE + line);
    }

    /** With a command line that does what was meant, or what is next to it. */
    static Advice type(String wrong, String... arguments) {
        return type(wrong, List.of(arguments));
    }

    /** With names that are near; null if there are none. */
    static Advice meant(String wrong, List<String> names) {
        return names.isEmpty() ? null : new Advice(wrong, "Did you mean '" + String.join("' or '", names) + "'?");
    }
}
