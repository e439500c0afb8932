package io.nmt.report.document;

import io.nmt.report.model.Ages;

/** Loads the classes of a report on categories, call sites and handles ahead of time. */
public final class ExitClasses {
    private static final Class<?>[] NAMED = {
        Ages.class,
        Amounts.class,
        Column.class,
        Column.Kind.class,
        CoverageLines.class,
        DetailReport.class,
        HandleReport.class,
        LeakReport.class,
        Facts.class,
        LibraryGapLines.class,
        Lines.class,
        Report.class,
        Report.Section.class,
        ReportText.class,
        SafeText.class,
        SampleNotes.class,
        SiteReport.class,
        SiteRows.class,
        StackText.class,
        SummaryReport.class,
        Table.class,
        TableTitle.class,
        TextTable.class,
        TrackedSince.class
    };

    private ExitClasses() {}

    /**
     * Loads them. At exit the jar may be written over, and no class can be loaded from it then.
     *
     * @throws ClassNotFoundException if the jar cannot be read
     */
    public static void load() throws ClassNotFoundException {
        for (Class<?> type : NAMED) {
            Class.forName(type.getName(), true, type.getClassLoader());
        }
        DetailReport.prepare();
    }
}
