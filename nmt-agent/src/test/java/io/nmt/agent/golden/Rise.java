package io.nmt.agent.golden;

import java.util.function.Predicate;

/**
 * The growth of a line of resident memory until {@link Fixed#NOW}.
 *
 * @param line its name, of a category too
 * @param bytesPerMinute how fast it grew
 * @param minutes for how long
 */
record Rise(String line, long bytesPerMinute, double minutes) {
    /** The bytes that lines had less some time ago. */
    static long less(Rise[] rises, double minutesAgo, Predicate<String> lines) {
        long bytes = 0;
        for (Rise rise : rises) {
            bytes += lines.test(rise.line) ? Math.round(rise.bytesPerMinute * Math.min(minutesAgo, rise.minutes)) : 0;
        }
        return bytes;
    }
}
