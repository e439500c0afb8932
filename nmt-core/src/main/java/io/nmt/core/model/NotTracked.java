package io.nmt.core.model;

/**
 * A category of which nothing, or not all, is tracked: the JVM's JDK has other classes than those that the hooks were
 * made for, or tracking began when it was too late for some of it.
 *
 * @param category its name
 * @param why it is so, such as "no X.y", or what is not tracked; empty if that is not known, as of a recording
 * @param late whether that is since tracking began late
 */
public record NotTracked(String category, String why, boolean late) {
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
        return why.isEmpty() ? category : category.concat(" (").concat(why).concat(")");
    }
}
