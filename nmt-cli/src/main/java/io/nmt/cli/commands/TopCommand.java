package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.options.Patience;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.options.WholeNumber;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.cli.terminal.Stdout;
import io.nmt.cli.terminal.Terminal;
import io.nmt.cli.top.LiveTop;
import io.nmt.cli.top.PlainTop;
import io.nmt.cli.top.Query;
import io.nmt.cli.top.ReadingInterval;
import io.nmt.cli.top.TopSource;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A screen that is drawn again every few seconds. */
@Command(
        name = "top",
        description = {
            "Watch a process on a screen: RSS, categories, call sites, pools.",
            "Key h lists all keys, q quits. Without a terminal, it prints lines of text."
        })
public final class TopCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ProcessArgument process;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            defaultValue = "2s",
            description = "Time between readings, " + TimeConverter.UNITS + ". If not given, 2s.")
    private long intervalMillis;

    @Option(
            names = "--list",
            paramLabel = "NAME",
            description = "First list: ${COMPLETION-CANDIDATES}. If not given, the first of these.")
    private Tab tab = Tab.categories;

    @Option(
            names = "--count",
            paramLabel = "N",
            converter = WholeNumber.FromOne.class,
            description = "Print lines this many times, in place of a screen. Without a terminal, "
                    + "until Ctrl-C if not given.")
    private Integer count;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            converter = WholeNumber.FromZero.class,
            description = "The rows of a list, where lines are printed: 10 if not given; 0 for all.")
    private int top;

    @Option(names = "--no-color", description = "No colors.")
    private boolean noColor;

    @Mixin
    private Patience patience;

    /** The first tab, named as the user types it. */
    enum Tab {
        categories,
        sites,
        pools,
        handles
    }

    @Override
    public Integer call() throws CommandException, IOException {
        Listing listing = Listing.of(tab.name().toLowerCase(Locale.ROOT));
        boolean screen = count == null && Terminal.isForScreens();
        TargetProcess target = process.target();
        TopSource source = new TopSource(target, patience, spec.commandLine().getErr());
        Reading first;
        try (ProgressBar progress = ProgressBar.start()) {
            progress.show(ProgressBar.UNKNOWN);
            first = source.read(new Query(listing, null, screen));
        }
        if (screen) {
            try {
                boolean colors = !noColor && Terminal.STDOUT.isColored();
                ReadingInterval pacing = new ReadingInterval(intervalMillis);
                return LiveTop.run(target.pid(), source, first, listing, pacing, System.out, Stdout::encodable, colors);
            } catch (LiveTop.NoScreenException e) {
                spec.commandLine().getErr().println("nmt: lines in place of a screen: " + Reason.of(e));
            }
        }
        int rows = top == 0 ? Integer.MAX_VALUE : top;
        int times = count == null ? 0 : count;
        return PlainTop.run(
                target.pid(),
                source,
                first,
                listing,
                new ReadingInterval(intervalMillis),
                times,
                rows,
                TopCommand::print);
    }

    private static void print(String text) throws IOException {
        System.out.print(Stdout.encodable(text));
        Stdout.flush(System.out);
    }
}
