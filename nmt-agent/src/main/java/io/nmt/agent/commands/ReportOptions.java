package io.nmt.agent.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.model.Scale;

/** The options that commands with tables have in common. */
final class ReportOptions {
    private static final int MOST_ROWS = 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private ReportOptions() {}

    /** Gives the unit that was asked for; null if none was. */
    static Scale scale(Request request) throws CommandException {
        String name = request.option("scale", "");
        if (name.isEmpty()) {
            return null;
        }
        Scale scale = Scale.named(name);
        if (scale == null) {
            throw new CommandException("'" + name + "' is not a value of the option scale; allowed: B, KB, MB, GB");
        }
        return scale;
    }

    /** The most rows of a long list. */
    static int top(Request request) throws CommandException {
        long top = request.number("top", MOST_ROWS);
        if (top < 0) {
            throw new CommandException("'" + top + "' is not a value of the option top; allowed: from 1, or 0 for all");
        }
        return top == 0 ? Integer.MAX_VALUE : (int) Math.min(top, Integer.MAX_VALUE);
    }

    /** The minimum age in nanoseconds; the default if the request names none. */
    static long ageNanos(Request request, long notGiven) throws CommandException {
        if (request.option("age", "").isEmpty()) {
            return notGiven;
        }
        long seconds = request.number("age", 0);
        if (seconds < 0 || seconds > Long.MAX_VALUE / NANOS_PER_SECOND) {
            throw new CommandException("'" + seconds + "' is not a value of the option age; allowed: seconds, from 0");
        }
        return seconds * NANOS_PER_SECOND;
    }
}
