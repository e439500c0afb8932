package io.nmt.core.tracker;

import java.util.List;

/**
 * A category of which nothing, or not all, is tracked in this JVM, since its JDK has other classes than those that the
 * hooks were made for.
 *
 * @param category its name
 * @param missing what the JDK lacks
 */
public record NotTracked(String category, String missing) {
    private static volatile List<NotTracked> told = List.of();

    /**
     * Says what reports are to mention.
     *
     * @param categories all of them
     */
    public static void tell(List<NotTracked> categories) {
        told = List.copyOf(categories);
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

    @Override
    public String toString() {
        return category.concat(" (no ").concat(missing).concat(")");
    }
}
