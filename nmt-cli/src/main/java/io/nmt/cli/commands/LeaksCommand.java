package io.nmt.cli.commands;

import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.SiteOrder;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.options.Watch;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.report.document.LeakReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows leaks. */
@Command(name = "leaks", description = "Show the Java code that leaks, or holds bytes for long.")
public final class LeaksCommand extends RecordedCommand {
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Option(
            names = "--age",
            paramLabel = "TIME",
            converter = TimeConverter.Age.class,
            description = "Least age of a block, " + TimeConverter.UNITS
                    + ". If not given, older than the last two baselines. Without these, a minute, or less in a young "
                    + "process.")
    private Long ageMillis;

    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of sites: ${COMPLETION-CANDIDATES}.")
    private SiteOrder order;

    @Option(names = "--stacks", description = "Show the calls that led to each suspect, too, and the threads.")
    private boolean stacks;

    @Mixin
    private ListLength length;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        length.addTo(options);
        add("age", TimeConverter.Age.seconds(ageMillis), options);
        add("sort", order, options);
        if (stacks) {
            options.put("stacks", "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }

    @Override
    List<String> ofProcess() {
        List<String> given = new ArrayList<>();
        if (order != null) {
            given.add("--sort");
        }
        if (watch.isWanted()) {
            given.add("--watch");
        }
        return given;
    }

    @Override
    String recorded(RecordedCourse course, Times times) {
        long oldNanos = ageMillis == null ? RecordedPast.USUAL_AGE : ageMillis * NANOS_PER_MILLI;
        Growth growth = RecordedPast.of(course, 0, oldNanos).growth();
        MemoryReading last = course.memory().last();
        LeaksByLine lines = growth.lines();
        Leaks leaks = lines.leaks();
        if (course.samples().rows().isEmpty()) {
            // Then it is not known how old each block is.
            leaks = new Leaks(0, leaks.suspects(), leaks.holders(), leaks.pools(), leaks.judgedInNanos());
        }
        return written(LeakReport.of(
                new LeakReport.Figures(
                        new LeaksByLine(leaks, lines.stacks()),
                        growth.statements(),
                        last.handles(),
                        last.pools() == null ? List.of() : last.pools().sites(),
                        new Sampling(
                                Math.max(0, course.intervalBytes()),
                                course.lostSamples(),
                                last.snapshot().coverage()),
                        false,
                        course.memory().end()),
                length.rows(),
                stacks));
    }
}
