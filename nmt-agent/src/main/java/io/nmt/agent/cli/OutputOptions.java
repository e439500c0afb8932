package io.nmt.agent.cli;

import io.nmt.core.report.Scale;
import picocli.CommandLine.Option;

/** The options of commands that print figures of recordings. */
final class OutputOptions {
    // In a unit in which the largest figure has less digits than that, what matters is rounded away.
    private static final long LEAST_FIGURE = 1000;
    private static final long BYTES_PER_MB = 1L << 20;
    private static final long BYTES_PER_GB = 1L << 30;

    @Option(
            names = "--scale",
            paramLabel = "UNIT",
            description =
                    "The unit of byte figures: ${COMPLETION-CANDIDATES}. KB, or a larger one that fits, if not given.")
    private Scale scale;

    @Option(names = "--json", description = "Print JSON, all figures in bytes.")
    private boolean json;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many call sites to show, 10 by default. 0 shows all.")
    private int top;

    boolean json() {
        return json;
    }

    /** What is asked for, or what suits figures up to this one. */
    Scale scale(long bytes) {
        if (scale != null) {
            return scale;
        }
        if (bytes / BYTES_PER_GB >= LEAST_FIGURE) {
            return Scale.GB;
        }
        return bytes / BYTES_PER_MB >= LEAST_FIGURE ? Scale.MB : Scale.KB;
    }

    /** How many of a list to show. */
    int shown(int size) {
        return top <= 0 ? size : Math.min(size, top);
    }
}
