package io.nmt.core.tracker;

import java.util.ArrayList;
import java.util.List;

/**
 * A category of which nothing, or not all, is tracked in this JVM: its JDK has other classes than those that the hooks
 * were made for, or tracking began when it was too late for some of it.
 *
 * @param category its name
 * @param why it is so, such as "no X.y", or what is not tracked
 * @param late whether that is since tracking began late
 */
public record NotTracked(String category, String why, boolean late) {
    private static volatile List<NotTracked> told = List.of();

    /**
     * Says what reports are to mention.
     *
     * @param categories all of them
     */
    public static synchronized void tell(List<NotTracked> categories) {
        told = List.copyOf(categories);
    }

    /**
     * Says one thing more that reports are to mention.
     *
     * @param category of which something is not tracked
     */
    public static synchronized void tell(NotTracked category) {
        if (!told.contains(category)) {
            List<NotTracked> all = new ArrayList<>(told);
            all.add(category);
            told = List.copyOf(all);
        }
    }

    /**
     * What reports are to mention. Thread-safe.
     *
     * @return mostly none
     */
    public static List<NotTracked> told() {
        return told;
    }

    /**
     * The categories among them, for events and beans.
     *
     * @return their names with commas between them; mostly empty
     */
    public static String toldNames() {
        String names = "";
        for (NotTracked one : told) {
            names = names.isEmpty() ? one.category : names.concat(", ").concat(one.category);
        }
        return names;
    }

    /**
     * What a report says of it.
     *
     * @return a sentence
     */
    public String sentence() {
        return (late ? "Not wholly tracked: " : "Not tracked on this system, or not wholly: ")
                .concat(toString())
                .concat(".");
    }

    @Override
    public String toString() {
        return category.concat(" (").concat(why).concat(")");
    }
}
