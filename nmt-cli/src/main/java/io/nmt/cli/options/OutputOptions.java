package io.nmt.cli.options;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Report;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import io.nmt.report.render.TextSpace;
import picocli.CommandLine.Option;

/** The options of commands that print what they have read of a recording. */
public final class OutputOptions {
    @Option(
            names = "--scale",
            paramLabel = "UNIT",
            description =
                    "The unit of byte figures: ${COMPLETION-CANDIDATES}. Usually three digits in the unit that fits.")
    private Scale scale;

    @Option(names = "--json", description = "Print JSON, all figures in bytes.")
    private boolean json;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            converter = WholeNumber.FromZero.class,
            description = "Number of call sites, 10 by default. 0 shows all.")
    private int top;

    public boolean json() {
        return json;
    }

    /** The scale that was asked for, or one that suits figures up to this one. */
    public Scale scale(long bytes) {
        return scale != null ? scale : Scale.fitting(bytes);
    }

    /**
     * Writes a report as it is asked for.
     *
     * @param space that there is for text
     */
    public String written(Report report, TextSpace space) {
        return json ? ReportJson.of(report).concat("\n") : ReportText.of(report, scale, null, space);
    }

    /** The most rows of a long list. */
    public int top() {
        return top <= 0 ? Integer.MAX_VALUE : top;
    }
}
