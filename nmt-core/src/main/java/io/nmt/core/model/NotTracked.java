package io.nmt.core.model;

import java.util.Collection;

/**
 * A category of which nothing, or not all, is tracked: the JVM's JDK has other classes than those that the hooks were
 * made for, tracking began when it was too late for some of it, or another agent has removed hooks.
 *
 * @param category its name
 * @param why it is so, such as "no X.y", or what is not tracked; empty if that is not known, as of a recording
 * @param late whether that is not the JDK's doing: tracking began late, or another agent was in the way
 */
public record NotTracked(String category, String why, boolean late) {
    private static final String LOST = "hooks missing ";
    private static final String POOLS = "Pools of ";
    private static final String HANDLES = "Handles of ";
    private static final String LIST = "List of ";
    private static final String EVENTS = "Events ";
    private static final String NOT_USABLE = "no usable ";
    private static final String UNKNOWN = "unknown: ";
    private static final String LEFT_OUT = "left out by option categories";

    /**
     * A library with pools whose classes have no hooks, or not all.
     *
     * @param library its name
     * @param why its classes have none, and in which class loader
     * @return what reports say of it
     */
    public static NotTracked ofPools(String library, String why) {
        return new NotTracked(POOLS.concat(library), why, true);
    }

    /**
     * A library with native handles whose classes have no hooks, or not all.
     *
     * @param library its name, or that of a class
     * @param why its classes have none, and in which class loader
     * @return what reports say of it
     */
    public static NotTracked ofHandles(String library, String why) {
        return new NotTracked(HANDLES.concat(library), why, true);
    }

    /**
     * True if it is a library with pools, so that there may be unknown pools.
     *
     * @return also of one that was read from a recording
     */
    public boolean isOfPools() {
        return category.startsWith(POOLS);
    }

    /**
     * True if it is a library with native handles, so that there may be unknown handles.
     *
     * @return also of one that was read from a recording
     */
    public boolean isOfHandles() {
        return category.startsWith(HANDLES);
    }

    /**
     * A list that has come to its bound. Figures of bytes do not lack what it lacks: that is on the books, or among the
     * untracked blocks.
     *
     * @param entries their plural noun
     * @param refused entries that it lacks
     * @param most entries that it may have
     * @return what reports say of it
     */
    public static NotTracked ofFullList(String entries, long refused, long most) {
        String beyond = Scale.group(refused).concat(" beyond ").concat(Scale.group(most));
        return new NotTracked(LIST.concat(entries), beyond.concat(", the bound for this heap"), true);
    }

    /**
     * True if it is a list that has reached its bound. Figures of bytes stay true.
     *
     * @return also of one that was read from a recording
     */
    public boolean isOfFullList() {
        return category.startsWith(LIST);
    }

    /**
     * Events of a recording that lack fields, or have no usable values in them.
     *
     * @param event its name
     * @param fields that are missing
     * @param usable whether their other fields are known
     * @return what reports say of it
     */
    public static NotTracked ofEvents(String event, Collection<String> fields, boolean usable) {
        String why = (usable ? UNKNOWN : NOT_USABLE).concat(String.join(", ", fields));
        return new NotTracked(EVENTS.concat(event), why, true);
    }

    /**
     * True if it is events of a recording that lack fields.
     *
     * @return false of what the process had not tracked itself
     */
    public boolean isOfEvents() {
        return category.startsWith(EVENTS);
    }

    /**
     * True if it is events of a recording that cannot be used, so that their figures are unknown.
     *
     * @param event the event's name
     * @return false of other events
     */
    public boolean isUnread(String event) {
        return category.equals(EVENTS.concat(event)) && why.startsWith(NOT_USABLE);
    }

    /**
     * A category that the agent's option {@code categories} leaves out.
     *
     * @param category its name
     * @return what reports say of it
     */
    public static NotTracked leftOut(String category) {
        return new NotTracked(category, LEFT_OUT, true);
    }

    /**
     * True if the agent's option {@code categories} leaves the category out.
     *
     * @return also of one that was read from a recording that has reasons
     */
    public boolean isLeftOut() {
        return why.equals(LEFT_OUT);
    }

    /**
     * True if it makes figures of bytes incomplete.
     *
     * @return false of pools, handles and full lists
     */
    public boolean lacksBytes() {
        return !isOfPools() && !isOfHandles() && !isOfFullList();
    }

    /**
     * A category whose hooks were missing for a time: some blocks are not on the books, and some that are on the books
     * may be freed. Its figures are unknown from then on.
     *
     * @param category its name
     * @param when they were missing, and why
     * @return the category
     */
    public static NotTracked ofLostHooks(String category, String when) {
        return new NotTracked(category, LOST.concat(when), true);
    }

    /**
     * True if hooks were missing for a time, so that the category's figures are unknown.
     *
     * @return false if they are at least what is shown
     */
    public boolean lostHooks() {
        return why.startsWith(LOST);
    }

    /**
     * The sentence of a report on it.
     *
     * @return a sentence
     */
    public String sentence() {
        if (isOfFullList()) {
            return "Not listed: ".concat(toString().substring(LIST.length())).concat(".");
        }
        if (isOfEvents()) {
            return "Not read: events "
                    .concat(toString().substring(EVENTS.length()))
                    .concat(".");
        }
        return (isLeftOut() ? "Not tracked: " : "Not fully tracked: ")
                .concat(toString())
                .concat(".");
    }

    @Override
    public String toString() {
        return why.isEmpty() ? category : category.concat(" (").concat(why).concat(")");
    }
}
