package io.nmt.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The tracked part of a process's life and memory.
 *
 * @param fromStart whether all that was allocated since the main method, or just before it, is tracked: the agent was
 *     there at start. False also where that is not known
 * @param lateStart when tracking began, if that was late; null if not, or if that is not known
 * @param notTracked categories of which nothing, or not all, is tracked; mostly none
 */
public record Coverage(boolean fromStart, LateStart lateStart, List<NotTracked> notTracked) {
    private static final String NEXT = "; ";

    /** Nothing is known of it, and nothing is missing. */
    public static final Coverage UNKNOWN = new Coverage(false, null, List.of());

    /** As it was found: copied. */
    public Coverage {
        notTracked = List.copyOf(notTracked);
    }

    /**
     * The categories of {@link #notTracked} with what is known of them, for recordings.
     *
     * @return each as {@code name (why)}, with {@code "; "} between them; mostly empty
     */
    public String notTrackedReasons() {
        List<String> all = new ArrayList<>();
        for (NotTracked one : notTracked) {
            all.add(one.toString().replace(NEXT, ", "));
        }
        return String.join(NEXT, all);
    }

    /**
     * Reads what {@link #notTrackedReasons} has written.
     *
     * @param reasons of a recording
     * @param late whether tracking began late
     * @return categories; what is not known to be the JDK's doing is none of it
     */
    public static List<NotTracked> ofReasons(String reasons, boolean late) {
        List<NotTracked> all = new ArrayList<>();
        for (String one : reasons.isEmpty() ? new String[0] : reasons.split(NEXT)) {
            int why = one.indexOf(" (");
            NotTracked read = why < 0 || !one.endsWith(")")
                    ? new NotTracked(one, "", late)
                    : new NotTracked(one.substring(0, why), one.substring(why + 2, one.length() - 1), late);
            boolean ofOthers = read.lostHooks() || read.isLeftOut() || !read.lacksBytes();
            all.add(ofOthers ? new NotTracked(read.category(), read.why(), true) : read);
        }
        return all;
    }

    /**
     * Says what is not fully tracked.
     *
     * @return sentences, one for all categories that an option leaves out; mostly empty
     */
    public List<String> sentences() {
        return sentences(notTracked);
    }

    /**
     * Says what is not fully tracked, and so is not in figures of bytes.
     *
     * @return sentences, one for all categories that an option leaves out; mostly empty
     */
    public List<String> sentencesOfBytes() {
        return sentences(notTracked.stream().filter(NotTracked::lacksBytes).toList());
    }

    private static List<String> sentences(List<NotTracked> of) {
        List<String> sentences = new ArrayList<>();
        String leftOut = String.join(
                ", ",
                of.stream()
                        .filter(NotTracked::isLeftOut)
                        .map(NotTracked::category)
                        .toList());
        if (!leftOut.isEmpty()) {
            sentences.add(NotTracked.leftOut(leftOut).sentence());
        }
        of.stream().filter(one -> !one.isLeftOut()).forEach(one -> sentences.add(one.sentence()));
        return sentences;
    }

    /**
     * True if some or all events of a kind in a recording cannot be used: their figures are unknown.
     *
     * @param event the kind's name
     * @return false of a process
     */
    public boolean isUnread(String event) {
        return notTracked.stream().anyMatch(one -> one.isUnread(event));
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
