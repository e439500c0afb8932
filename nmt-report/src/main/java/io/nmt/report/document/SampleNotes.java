package io.nmt.report.document;

import io.nmt.core.model.Category;

/** Sentences of reports on how call sites were found. */
public final class SampleNotes {
    /** The size of a zip stream is estimated, also where each one is recorded. */
    static final String BUT = " " + Category.ZIP.name() + ": an estimate, within 15 %.";

    /** With {@code sample=1}. */
    public static final String EVERY_BLOCK = "Every block is recorded: figures are exact." + BUT;

    /** The line on the errors of estimates. */
    static final String ERROR = "The true figure is within three ± in 99 of 100 cases.\n";

    private SampleNotes() {}
}
