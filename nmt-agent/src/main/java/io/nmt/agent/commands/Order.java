package io.nmt.agent.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.SnapshotDiff;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The orders of a list, of which the option {@code sort} names one. Figures are shown largest first. Immutable. */
final class Order<T> {
    /** Orders of categories. */
    static final Order<CategoryUsage> OF_CATEGORIES = new Order<CategoryUsage>()
            .largest("size", CategoryUsage::committed)
            .largest("count", CategoryUsage::count)
            .largest("peak", CategoryUsage::peakCommitted)
            .by("name", Comparator.comparing(CategoryUsage::category));

    /** Orders of compared categories. */
    static final Order<SnapshotDiff.Change> OF_CHANGES = new Order<SnapshotDiff.Change>()
            .largest("change", change -> Math.abs(change.committed()))
            .largest("size", change -> change.after().committed())
            .largest("count", change -> change.after().count())
            .by("name", Comparator.comparing(SnapshotDiff.Change::category));

    /** Orders of call sites. */
    static final Order<SiteUsage> OF_SITES = new Order<SiteUsage>()
            .largest("size", SiteUsage::liveBytes)
            .largest("count", SiteUsage::liveCount)
            .largest("peak", SiteUsage::peakBytes)
            .largest("age", SiteUsage::oldestAgeNanos)
            .largest("growth", SiteUsage::growthBytesPerMinute);

    /** Orders of named scopes. */
    static final Order<ScopeUsage> OF_SCOPES = new Order<ScopeUsage>()
            .largest("size", ScopeUsage::liveBytes)
            .largest("count", ScopeUsage::liveCount)
            .largest("age", ScopeUsage::oldestAgeNanos);

    private final Map<String, Comparator<T>> byName = new LinkedHashMap<>();

    private Order() {}

    private Order<T> largest(String name, ToLongFunction<T> figure) {
        return by(name, Comparator.comparingLong(figure).reversed());
    }

    private Order<T> by(String name, Comparator<T> comparator) {
        byName.put(name, comparator);
        return this;
    }

    /** A list in the order that was asked for; as it is if none was. */
    List<T> sorted(List<T> list, Request request) throws CommandException {
        String name = request.option("sort", "");
        if (name.isEmpty()) {
            return list;
        }
        Comparator<T> comparator = byName.get(name);
        if (comparator == null) {
            throw new CommandException(
                    "'" + name + "' is not a value of the option sort; allowed: " + String.join(", ", byName.keySet()));
        }
        List<T> sorted = new ArrayList<>(list);
        sorted.sort(comparator);
        return List.copyOf(sorted);
    }
}
