package io.nmt.agent.commands;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.sites.SiteUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The order of call sites that was asked for. */
final class SiteOrder {
    private SiteOrder() {}

    static List<SiteUsage> sorted(List<SiteUsage> sites, Request request) throws CommandException {
        String order = request.option("sort", "size");
        List<SiteUsage> sorted = new ArrayList<>(sites);
        sorted.sort(by(order).reversed());
        return sorted;
    }

    private static Comparator<SiteUsage> by(String order) throws CommandException {
        return switch (order) {
            case "size" -> Comparator.comparingLong(SiteUsage::liveBytes);
            case "count" -> Comparator.comparingLong(SiteUsage::liveCount);
            case "peak" -> Comparator.comparingLong(SiteUsage::peakBytes);
            case "age" -> Comparator.comparingLong(SiteUsage::oldestAgeNanos);
            case "growth" -> Comparator.comparingLong(SiteUsage::growthBytesPerMinute);
            default ->
                throw new CommandException(
                        "'" + order + "' is not a value of the option sort; allowed: size, count, peak, age, growth");
        };
    }

    static long largestBytes(List<SiteUsage> sites) {
        long largest = 0;
        for (SiteUsage usage : sites) {
            largest = Math.max(largest, usage.liveBytes());
        }
        return largest;
    }
}
