package io.nmt.agent.commands;

import io.nmt.agent.history.ProcessFigures;
import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Snapshot;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.RecentGrowth;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.render.ReportJson;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import io.nmt.report.top.TopReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One reading for a screen that is drawn again every few seconds: what is cheap to read, and of the lists the one that
 * is shown.
 */
final class TopHandler implements Command {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final HistoryFigure[] WITH_PAST = {HistoryFigure.RSS, HistoryFigure.HEAP_USED, HistoryFigure.TRACKED
    };

    private ProcessFigures figures; // guarded by this; their files stay open

    @Override
    public String name() {
        return "top";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        long start = System.nanoTime();
        String word = request.option("list", Listing.CATEGORIES.word());
        Listing listing = Listing.of(word);
        if (listing == null) {
            throw new CommandException("its agent does not know the list '" + word + "'");
        }
        ReadingBuilder reading = new ReadingBuilder();
        Growth growth = RecentGrowth.get();
        writeFigures(reading, growth);
        if (growth != null) {
            reading.statements(growth.statements(), System.currentTimeMillis());
        }
        new TopRows(reading, (int) request.number("stack", 0), growth).write(listing);
        long pastSeconds = request.number("past", 0);
        if (pastSeconds > 0) {
            writePast(reading, listing, pastSeconds * MILLIS_PER_SECOND);
        }
        answer.print(ReportJson.of(TopReport.of(reading.build(target(System.nanoTime() - start)))));
    }

    private synchronized void writeFigures(ReadingBuilder reading, Growth growth) {
        if (figures == null) {
            figures = new ProcessFigures();
        }
        HistoryPoint point = figures.read(new HistoryPoint.Builder(0)).build();
        for (HistoryFigure figure : HistoryFigure.values()) {
            if (point.get(figure) != HistoryPoint.UNKNOWN) {
                reading.figure(figure, point.get(figure));
            }
        }
        writeTracked(reading, NativeMemory.snapshot(), growth);
    }

    /** Takes null where growth is unknown. */
    static void writeTracked(ReadingBuilder reading, Snapshot snapshot, Growth growth) {
        reading.figure(HistoryFigure.TRACKED, snapshot.total().committed())
                .figure(HistoryFigure.BLOCKS, snapshot.total().count())
                .trackedPeak(snapshot.total().peakCommitted())
                .notTracked(leftOut(snapshot.coverage()));
        for (CategoryUsage usage : snapshot.categories()) {
            reading.row(new Row(
                    Listing.CATEGORIES,
                    usage.category(),
                    usage.category(),
                    usage.isEstimate() ? usage.category().concat(" (estimate)") : usage.category(),
                    usage.committed(),
                    0,
                    usage.count(),
                    usage.peakCommitted(),
                    TopRows.perMinute(growth, usage.category()),
                    0,
                    false));
        }
        reading.length(Listing.CATEGORIES, snapshot.categories().size());
    }

    private static String leftOut(Coverage coverage) {
        List<NotTracked> bytes =
                coverage.notTracked().stream().filter(NotTracked::lacksBytes).toList();
        return new Coverage(false, null, bytes).notTrackedNames();
    }

    private static void writePast(ReadingBuilder reading, Listing listing, long millis) {
        long now = History.now();
        writePast(reading, listing, History.ofProcess().points(now - millis), now);
    }

    static void writePast(ReadingBuilder reading, Listing listing, List<HistoryPoint> points, long now) {
        for (HistoryPoint point : points) {
            long age = now - point.millis();
            for (HistoryFigure figure : WITH_PAST) {
                if (point.get(figure) != HistoryPoint.UNKNOWN) {
                    reading.past(Reading.series(figure), age, point.get(figure));
                }
            }
            point.categories()
                    .forEach((id, usage) -> reading.past(
                            Listing.CATEGORIES.name() + ":"
                                    + Category.withId(id).name(),
                            age,
                            usage.bytes()));
            if (listing == Listing.SITES) {
                point.sites().forEach((id, bytes) -> reading.past(listing.name() + ":" + id, age, bytes));
            }
        }
    }

    private static Target target(long tookNanos) {
        Sampling sampling = NativeMemory.sampling();
        LateStart late = sampling.coverage().lateStart();
        return new Target(
                OwnProgram.name(),
                Runtime.version().feature(),
                trackedMillis(late),
                sampling.intervalBytes(),
                Runtime.getRuntime().maxMemory(),
                tookNanos);
    }

    private static long trackedMillis(LateStart late) {
        if (late == null) {
            return Row.UNKNOWN;
        }
        return late.time() == null
                ? 0
                : Math.max(0, Duration.between(late.time(), Instant.now()).toMillis());
    }
}
