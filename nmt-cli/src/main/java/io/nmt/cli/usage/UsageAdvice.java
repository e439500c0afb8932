package io.nmt.cli.usage;

import io.nmt.cli.terminal.TypedLine;
import java.util.List;

/**
 * The advice on a command line that is not understood.
 *
 * @param wrong what is wrong with it
 * @param instead lines on what to type; null for the usage
 */
record UsageAdvice(String wrong, String instead) {
    /** With the usage. */
    static UsageAdvice usage(String wrong) {
        return new UsageAdvice(wrong, null);
    }

    /** With a command line that does what was meant, or what is next to it. */
    static UsageAdvice type(String wrong, List<String> arguments) {
        String line = TypedLine.of(arguments);
        return new UsageAdvice(wrong, line == null ? null : TypedLine.PROMPT + line);
    }

    /** With a command line that does what was meant, or what is next to it. */
    static UsageAdvice type(String wrong, String... arguments) {
        return type(wrong, List.of(arguments));
    }

    /** With names that are near; null if there are none. */
    static UsageAdvice meant(String wrong, List<String> names) {
        return names.isEmpty() ? null : new UsageAdvice(wrong, "Did you mean '" + String.join("' or '", names) + "'?");
    }
}
