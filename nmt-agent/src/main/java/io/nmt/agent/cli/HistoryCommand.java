package io.nmt.agent.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What was in use over time. */
@Command(
        name = "history",
        description = {
            "Show what was in use over time, and since when something goes on rising.",
            "The agent reads it every 10 s; it keeps two weeks, what is older than an hour with less detail."
        })
public final class HistoryCommand extends ListReportCommand {
    private static final long MILLIS_PER_SECOND = 1000;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = IntervalConverter.class,
            description = "How far back, such as 10m, 6h or 2d: all that is known if not given.")
    private Long millis;

    @Option(names = "--category", paramLabel = "NAME", description = "Plot a category, in place of RSS.")
    private String category;

    @Option(names = "--csv", description = "Print each point, for scripts: comma-separated values. Bytes are numbers.")
    private boolean csv;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("for", millis == null ? null : Math.max(1, millis / MILLIS_PER_SECOND), options);
        add("category", category, options);
        if (csv) {
            options.put("csv", "true");
        }
    }

    @Override
    boolean isForScripts() {
        return csv || super.isForScripts();
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
