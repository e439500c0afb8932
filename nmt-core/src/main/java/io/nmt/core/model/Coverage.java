package io.nmt.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Which part of a process's life and of its memory is tracked.
 *
 * @param fromStart whether all that was allocated since the main method, or just before it, is tracked: the agent was
 *     there at start. False also where that is not known
 * @param lateStart when tracking began, if that was late; null if not, or if that is not known
 * @param notTracked categories of which nothing, or not all, is tracked; mostly none
 */
public record Coverage(boolean fromStart, LateStart lateStart, List<NotTracked> notTracked) {
    /** Nothing is known of it, and nothing is missing. */
    public static final Coverage UNKNOWN = new Coverage(false, null, List.of());

    /** As it was found: copied. */
    public Coverage {
        notTracked = List.copyOf(notTracked);
    }

    /**
     * The categories of {@link #notTracked}, for events and beans.
     *
     * @return their names with commas between them; mostly empty
     */
    public String notTrackedNames() {
        List<String> names = new ArrayList<>();
        for (NotTracked one : notTracked) {
            // In a recording, a comma ends the name.
            String name = one.isOfFullList() ? one.category().replace(", ", " and ") : one.category();
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        return String.join(", ", names);
    }
}
