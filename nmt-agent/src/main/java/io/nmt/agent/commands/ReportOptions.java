package io.nmt.agent.commands;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.report.Scale;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The options that commands with tables have in common. */
final class ReportOptions {
    private static final int MOST_ROWS = 10;

    private ReportOptions() {}

    /**
     * The unit that was asked for; if none was, a unit in which the largest figure has at least four digits, and KB at
     * the least.
     *
     * @param largestBytes what is to be shown
     */
    static Scale scale(Request request, long largestBytes) throws CommandException {
        String name = request.option("scale", "");
        if (name.isEmpty()) {
            return Scale.fitting(largestBytes);
        }
        Scale scale = Scale.named(name);
        if (scale == null) {
            throw new CommandException("'" + name + "' is not a value of the option scale; allowed: B, KB, MB, GB");
        }
        return scale;
    }

    /** How many rows of a long list. */
    static int top(Request request) throws CommandException {
        long top = request.number("top", MOST_ROWS);
        if (top < 1) {
            throw new CommandException("'" + top + "' is not a value of the option top; allowed: from 1");
        }
        return (int) Math.min(top, Integer.MAX_VALUE);
    }

    /** A snapshot with its categories in the order that was asked for. */
    static Snapshot sorted(Snapshot snapshot, Request request) throws CommandException {
        String order = request.option("sort", "");
        if (order.isEmpty()) {
            return snapshot;
        }
        List<CategoryUsage> categories = new ArrayList<>(snapshot.categories());
        categories.sort(by(order));
        return snapshot.withCategories(categories);
    }

    private static Comparator<CategoryUsage> by(String order) throws CommandException {
        return switch (order) {
            case "size" -> Comparator.comparingLong(CategoryUsage::committed).reversed();
            case "count" -> Comparator.comparingLong(CategoryUsage::count).reversed();
            case "peak" ->
                Comparator.comparingLong(CategoryUsage::peakCommitted).reversed();
            case "name" -> Comparator.comparing(CategoryUsage::category);
            default ->
                throw new CommandException(
                        "'" + order + "' is not a value of the option sort; allowed: size, count, peak, name");
        };
    }
}
