package io.nmt.agent.commands;

import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.cli.top.ReadingReader;
import io.nmt.core.model.Details;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.Unreachable;
import io.nmt.report.document.Comparison;
import io.nmt.report.document.ComparisonReport;
import io.nmt.report.document.HandleReport;
import io.nmt.report.document.LeakReport;
import io.nmt.report.document.Report;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.document.UnreachableReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import io.nmt.report.model.Trim;
import io.nmt.report.model.Unloaded;
import io.nmt.report.page.PageFile;
import io.nmt.report.page.PageJson;
import io.nmt.report.page.PageProcess;
import io.nmt.report.page.PageSide;
import io.nmt.report.page.document.ReportPage;
import io.nmt.report.page.flamegraph.CollapsedStacks;
import io.nmt.report.page.flamegraph.StackBytes;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryData;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import io.nmt.report.top.TopReport;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answers of a process whose readings are a {@link Situation}'s: the handlers, without their readers. */
public final class FixedAnswers {
    private static final long BASELINE_NANOS = 30 * Fixed.MINUTE;
    private static final Times TIMES = new Times(ZoneOffset.UTC, Fixed.NOW.toEpochMilli());

    private FixedAnswers() {}

    /**
     * An answer.
     *
     * @param options such as {@code "json", "scale=B"}
     */
    public static String of(Situation process, String command, String... options) {
        Request request = request(command, options);
        try {
            return switch (command) {
                case "summary" -> summary(process, request);
                case "baseline" ->
                    ReportJson.of(SummaryReport.of(process.snapshot())).concat("\n");
                case "sites" -> sites(process, request);
                case "leaks" -> leaks(process, request);
                case "rss" -> rss(process, request);
                case "trim" -> trim(process, request);
                case "handles" -> handles(process, request);
                case "pools" -> pools(process, request);
                case "history" -> history(process, request);
                case "unreachable" -> unreachable(process, request);
                case "stacks" -> stacks(process, request);
                case "exit" -> exit(process);
                default -> throw new IllegalArgumentException(command);
            };
        } catch (CommandException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Request request(String command, String... options) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            byName.put(
                    equals < 0 ? option : option.substring(0, equals),
                    equals < 0 ? "true" : option.substring(equals + 1));
        }
        return new Request(command, byName);
    }

    private static String summary(Situation process, Request request) throws CommandException {
        return ReportAnswer.of(SummaryHandler.report(process.snapshot(), process.details(), request), request);
    }

    private static String sites(Situation process, Request request) throws CommandException {
        return ReportAnswer.of(
                SitesHandler.report(process.sites(), process.pools().sites(), process.sampling(), Fixed.NOW, request),
                request);
    }

    private static String leaks(Situation process, Request request) throws CommandException {
        Growth growth = growth(process, history(process, 0));
        LeakReport.Figures figures = new LeakReport.Figures(
                LeaksHandler.sorted(growth.lines(), request),
                growth.statements(),
                process.handles(),
                process.pools().sites(),
                process.sampling(),
                true,
                Fixed.NOW);
        return ReportAnswer.of(LeaksHandler.report(figures, request), request);
    }

    private static HistoryReading history(Situation process, long sinceMillis) {
        return HistoryReading.of(process.history(), sinceMillis);
    }

    /** As the whole heap was collected last 40 minutes ago. */
    public static Growth growth(Situation process, HistoryReading history) {
        return Growth.of(
                process.leaks(),
                process.handles(),
                history,
                new WholeHeapCollections.Last(40 * Fixed.MINUTE),
                Fixed.NOW.toEpochMilli());
    }

    private static String rss(Situation process, Request request) throws CommandException {
        return ReportAnswer.of(
                RssHandler.report(
                        request,
                        process.resident(),
                        process.points(),
                        process.handles(),
                        growth(process, history(process, 0)),
                        request.option("watcher", "").isEmpty()
                                        || process.earlier().isEmpty()
                                ? null
                                : process.earlier().get(0),
                        process.sampling().coverage(),
                        () -> process.resident().memory().malloc()),
                request);
    }

    private static String trim(Situation process, Request request) throws CommandException {
        return ReportAnswer.of(
                ResidentReport.of(
                        new Trim(process.resident().memory(), process.earlier().get(0), 34_567_890)),
                request);
    }

    /** The answer of {@code threads}. */
    public static String threads(ThreadReading threads, String... options) throws CommandException {
        return threads(new MadeReading(threads, LoaderReading.NONE), options);
    }

    /** The same with what grew before. */
    public static String threads(MadeReading made, String... options) throws CommandException {
        Growth growth = growth(Situations.quiet(), made, null);
        Request request = request("threads", options);
        return ReportAnswer.of(
                ThreadsHandler.report(made.threads(), growth, Fixed.NOW.toEpochMilli(), request), request);
    }

    /** The answer of {@code jvm}. */
    public static String jvm(JvmReading reading, History history, String... options) throws CommandException {
        Request request = request("jvm", options);
        HistoryReading past = HistoryReading.of(history, 0);
        long now = Fixed.NOW.toEpochMilli();
        MadeReading made = new MadeReading(ThreadReading.NONE, LoaderReading.NONE, new CodeOwner("com.acme.rules", 50));
        Growth growth = Growth.of(
                Situations.quiet().leaks(), List.of(), made, past, new WholeHeapCollections.Last(Fixed.MINUTE), now);
        return ReportAnswer.of(JvmHandler.report(reading, past, growth.statements(), now, request), request);
    }

    /** The answer of {@code loaders}, half a minute after a full collection. */
    public static String loaders(LoaderReading loaders, String... options) throws CommandException {
        return loaders(new MadeReading(ThreadReading.NONE, loaders), options);
    }

    /** The same with what grew before. */
    public static String loaders(MadeReading made, String... options) throws CommandException {
        WholeHeapCollections.Last last = new WholeHeapCollections.Last(30 * Fixed.SECOND);
        Growth growth = growth(Situations.quiet(), made, last);
        Request request = request("loaders", options);
        return ReportAnswer.of(
                LoadersHandler.report(made.loaders(), growth, Fixed.NOW.toEpochMilli(), request), request);
    }

    /** The answer of {@code sites --by}. */
    public static String scopes(List<ScopeUsage> scopes, String... options) throws CommandException {
        Request request = request("sites", options);
        Sampling sampling = Situations.twoLeaks().sampling();
        return ReportAnswer.of(SitesHandler.scopes(scopes, sampling, Fixed.NOW, request), request);
    }

    private static Growth growth(Situation process, MadeReading made, WholeHeapCollections.Last last) {
        return Growth.of(process.leaks(), List.of(), made, history(process, 0), last, Fixed.NOW.toEpochMilli());
    }

    private static String handles(Situation process, Request request) throws CommandException {
        return ReportAnswer.of(
                HandlesHandler.report(
                        process.handles(),
                        growth(process, history(process, 0)),
                        process.sampling().coverage(),
                        ReportOptions.ageNanos(request, 0),
                        Fixed.NOW,
                        request),
                request);
    }

    private static String pools(Situation process, Request request) throws CommandException {
        return ReportAnswer.of(PoolsHandler.report(process.pools(), Fixed.NOW, request), request);
    }

    private static String history(Situation process, Request request) throws CommandException {
        HistoryReading reading = history(process, request.number("since", 0));
        List<Statement> statements = growth(process, reading).statements();
        return request.flag("csv")
                ? HistoryData.csv(reading)
                : ReportAnswer.of(HistoryHandler.report(reading, statements, process.snapshot(), request), request);
    }

    private static String unreachable(Situation process, Request request) throws CommandException {
        List<Unreachable.Freed> freed = new ArrayList<>();
        process.snapshot()
                .categories()
                .forEach(usage ->
                        freed.add(new Unreachable.Freed(usage.category(), usage.committed() / 2, usage.count() / 2)));
        long bytes = freed.stream().mapToLong(Unreachable.Freed::bytes).sum();
        long blocks = freed.stream().mapToLong(Unreachable.Freed::blocks).sum();
        boolean quiet = blocks < 100;
        Unreachable unreachable =
                new Unreachable(quiet ? List.of() : freed, quiet ? 0 : bytes, quiet ? 0 : blocks, 3, true, quiet);
        Unloaded unloaded = quiet ? new Unloaded(0, 0, 0, 41 << 20) : new Unloaded(1500, 500, 5 << 20, 41 << 20);
        return ReportAnswer.of(
                UnreachableReport.of(unreachable, unloaded, process.sampling().coverage(), Fixed.NOW), request);
    }

    private static String stacks(Situation process, Request request) {
        List<StackBytes> stacks = process.sites().stream().map(StackBytes::of).toList();
        return request.flag("blocks") ? CollapsedStacks.textWithBlocks(stacks) : CollapsedStacks.text(stacks);
    }

    private static String exit(Situation process) {
        String handles = ReportText.of(HandleReport.open(process.handles(), 10), Scale.B);
        Details details = process.details();
        return ReportText.of(SummaryReport.of(process.snapshot(), details, 10), Scale.B)
                + '\n'
                + ReportText.of(SiteReport.of(process.sites(), process.sampling(), 5, true), Scale.B)
                + (handles.isEmpty() ? "" : "\n" + handles);
    }

    /** The changes between two moments. */
    public static String diff(Situation before, Situation after, String... options) {
        List<String> all = List.of(options);
        Report report = ComparisonReport.ofMoments(
                Comparison.ofMoments(baseline(before), before.sites(), reading(after), 512 * Fixed.KB),
                BASELINE_NANOS,
                10);
        Scale scale = all.contains("scale=B") ? Scale.B : null;
        if (all.contains(Request.DOCUMENT)) {
            return ReportJson.document(report);
        }
        return all.contains("json") ? ReportJson.of(report).concat("\n") : ReportText.of(report, scale);
    }

    /** The reading, taken at the baseline. */
    private static MemoryReading baseline(Situation process) {
        Snapshot snapshot = process.snapshot();
        Snapshot then = new Snapshot(
                Fixed.NOW.minusNanos(BASELINE_NANOS),
                snapshot.categories(),
                snapshot.total(),
                snapshot.exactPeaks(),
                snapshot.untrackedBlocks(),
                snapshot.unknownFrees(),
                snapshot.overheadBytes(),
                snapshot.freedElsewhere(),
                snapshot.tableLimitBytes(),
                snapshot.mallocInUseBytes(),
                snapshot.coverage());
        MemoryReading reading = reading(process);
        return new MemoryReading(then, reading.sites(), reading.resident(), reading.handles(), reading.pools());
    }

    static MemoryReading reading(Situation process) {
        return new MemoryReading(
                process.snapshot(), process.sites(), process.resident().memory(), process.handles(), process.pools());
    }

    /** The data of the page that shows a process. */
    public static String page(Situation process) {
        HistoryReading history = history(process, 0);
        Growth growth = growth(process, history);
        MemoryReading last = reading(process);
        PageSide side = new ProcessSide(
                        Fixed.NOW.toEpochMilli(),
                        ZoneOffset.UTC,
                        history,
                        growth,
                        process.sampling(),
                        last,
                        PageFile.of(process.details().mappedFiles()),
                        () -> ProcessCards.of(growth, process.resident(), last, process.points(), TIMES))
                .side("com.acme.Main (process 4711)");
        ReportPage.Head head = new ReportPage.Head(
                side.name(),
                "process",
                side.fromMillis(),
                side.toMillis(),
                new PageProcess(Fixed.PID, "17.0.1+12", "com.acme.Main"),
                false);
        return ReportPage.data(head, null, PageJson.of(side));
    }

    /** The message of a process to {@code top}, without its own stack. */
    public static Reading top(Situation process, Listing listing, int stackOf) {
        ReadingBuilder reading = new ReadingBuilder();
        List<HistoryPoint> points = process.history().points(0);
        long now = Fixed.NOW.toEpochMilli();
        if (!points.isEmpty()) {
            HistoryPoint last = points.get(points.size() - 1);
            for (HistoryFigure figure : HistoryFigure.values()) {
                if (last.get(figure) != HistoryPoint.UNKNOWN) {
                    reading.figure(figure, last.get(figure));
                }
            }
        }
        Growth growth = growth(process, history(process, 0));
        TopHandler.writeTracked(reading, process.snapshot(), growth);
        reading.statements(growth.statements(), now);
        TopRows rows = new TopRows(reading, stackOf, growth);
        switch (listing) {
            case CATEGORIES -> {}
            case SITES, CATEGORY_SITES -> rows.writeSites(listing, process.sites());
            case POOLS, POOL_SITES ->
                rows.writePools(process.pools().sites(), process.pools().pools());
            case HANDLES, HANDLE_SITES -> rows.writeHandles(process.handles());
        }
        TopHandler.writePast(reading, listing, points, now);
        long tracked = process.sampling().coverage().lateStart() == null ? Row.UNKNOWN : 120_000;
        Target target = new Target(
                "com.acme.Main",
                17,
                tracked,
                process.sampling().intervalBytes(),
                process.resident().facts().jvm().heapMaxBytes(),
                1_500_000);
        return ReadingReader.read(ReportJson.of(TopReport.of(reading.build(target))));
    }
}
