package io.nmt.report.past;

/**
 * Something that goes on rising.
 *
 * @param kind what it is
 * @param name its name
 * @param id of the site, or of the category; the number of the figure
 * @param rise since when, and how much
 * @param now what it has now, with what comes and goes
 * @param collected whether the garbage collector frees it, so that it may be garbage
 */
public record Rising(Kind kind, String name, int id, Rise rise, long now, boolean collected) {
    /** The subject of a rise. */
    public enum Kind {
        /** A figure of the process. */
        FIGURE,
        /** A category. */
        CATEGORY,
        /** A call site. */
        SITE
    }

    Rising dated(Rise other) {
        return new Rising(kind, name, id, other, now, collected);
    }
}
