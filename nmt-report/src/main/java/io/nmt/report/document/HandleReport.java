package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on native handles: a row for each class, then for each line of code that made open ones. */
public final class HandleReport {
    private static final String NONE =
            "No native handles since tracking began: neither of known classes nor of the option handles.\n";
    private static final String UNKNOWN = "UNKNOWN handles: not all classes of a library have hooks.\n";
    private static final String TITLE = "Native handles: objects that own native memory until they are closed";
    private static final String KEY = "handles";
    private static final String OPEN = "Open";
    private static final String LOST = "Lost";
    private static final String OLDEST = "Oldest";

    private static final List<Column> CLASSES = List.of(
            Column.name("class", "Class"),
            Column.count("open", OPEN),
            Column.count("created", "Created"),
            Column.count("closed", "Closed"),
            Column.count("collected", LOST),
            Column.count("collectedError", Column.ERROR),
            Column.age("oldestAgeNanos", OLDEST),
            Column.data("sites"));

    private static final List<Column> SITES = List.of(
            Column.name("", "Class"),
            Column.name("", "Created at"),
            Column.data("site"),
            Column.data("stack"),
            Column.data("by"),
            Column.data("cutAfter"),
            Column.count("open", OPEN),
            Column.count("standardError", Column.ERROR),
            Column.count("collected", LOST),
            Column.data("samples"),
            Column.count("growthPerMinute", "Growth/min"),
            Column.count("growthErrorPerMinute", Column.ERROR),
            Column.data("growing"),
            Column.age("growingForNanos", "For"),
            Column.age("oldestAgeNanos", OLDEST),
            Column.data("judgedInNanos"),
            Column.data("threads"),
            Column.data("stackCount"),
            Column.data("stacks"));

    private static final List<Column> OPEN_ONES = List.of(
            Column.count("", OPEN),
            Column.count("", LOST),
            Column.count("", Column.ERROR),
            Column.age("", OLDEST),
            Column.name("", "Class"),
            Column.name("", "Most created at"));

    private HandleReport() {}

    /**
     * Builds the report of a recording, or of a process of which nothing else is known.
     *
     * @param usages the class with most that are not closed first
     * @param top how many classes, and how many sites of each
     * @param stacks whether people see the calls that led to each site, too, and the threads
     * @param minimumAgeNanos how old those are that the sites have; 0 for all
     * @return the report
     */
    public static Report of(List<HandleUsage> usages, int top, boolean stacks, long minimumAgeNanos) {
        return of(usages, top, stacks, minimumAgeNanos, Coverage.UNKNOWN, Instant.EPOCH);
    }

    /**
     * Builds the same, with the libraries whose handles are not counted.
     *
     * @param usages the class with most that are not closed first
     * @param top how many classes, and how many sites of each
     * @param stacks whether people see the calls that led to each site, too, and the threads
     * @param minimumAgeNanos how old those are that the sites have; 0 for all
     * @param coverage which part of the process is tracked
     * @param now the moment of the figures
     * @return the report
     */
    public static Report of(
            List<HandleUsage> usages, int top, boolean stacks, long minimumAgeNanos, Coverage coverage, Instant now) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Facts().add("minimumAgeNanos", minimumAgeNanos));
        sections.add(CoverageLines.facts(coverage));
        if (usages.isEmpty()) {
            boolean lacking = coverage.notTracked().stream().anyMatch(NotTracked::isOfHandles);
            sections.add(classes(usages, top));
            sections.add(new Lines(lacking ? UNKNOWN : NONE));
        } else {
            addKnown(sections, usages, top, stacks, minimumAgeNanos);
        }
        sections.add(new Lines(LibraryGapLines.ofHandles(coverage).concat(TrackedSince.lines(coverage, now))));
        return new Report(sections);
    }

    /**
     * Builds the same, with statements at its head.
     *
     * @param statements on these handles
     * @param handles the report on them
     * @param now the moment of the figures
     * @return both
     */
    public static Report judged(List<Statement> statements, Report handles, Instant now) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Statements(statements));
        sections.addAll(handles.sections());
        return new Report(sections, now.toEpochMilli());
    }

    private static void addKnown(
            List<Section> sections, List<HandleUsage> usages, int top, boolean stacks, long minimumAgeNanos) {
        sections.add(classes(usages, top));
        String age = minimumAgeNanos == 0 ? "" : " " + Ages.format(minimumAgeNanos) + " ago or earlier";
        if (!addSites(sections, "Created" + age + " and not closed, by call site", usages, top, stacks)
                && minimumAgeNanos > 0) {
            sections.add(new Lines("\nNo open handle was created" + age + ".\n"));
        }
        sections.add(
                new Lines("\nCreated and closed are exact. Not closed: open or lost. Lost: collected without a close. "
                        + "Their memory leaks unless the library frees it then.\n"));
    }

    /** Builds the table of classes, whose sites are tables for programs. */
    static Table classes(List<HandleUsage> usages, int top) {
        return classes(usages, usages.isEmpty() ? "" : TITLE, top);
    }

    /** Builds the same for programs alone. */
    static Table data(List<HandleUsage> usages, int top) {
        return classes(usages, "", top);
    }

    private static Table classes(List<HandleUsage> usages, String title, int top) {
        Table table = new Table(KEY, title, CLASSES);
        for (HandleUsage usage : Table.first(usages, top)) {
            Table sites = Table.data("sites", SITES);
            Table.first(usage.sites(), top).forEach(site -> sites.add(row(usage, site, top)));
            table.add(
                    usage.className(),
                    usage.open(),
                    usage.created(),
                    usage.closed(),
                    usage.collected(),
                    usage.collectedError(),
                    usage.oldestAgeNanos(),
                    sites);
        }
        return table;
    }

    /**
     * Builds the sites of handles that are suspects, for people.
     *
     * @param suspects classes with those sites alone
     * @param top how many classes, and how many sites of each
     * @param stacks whether to show the calls that led to each site, too, and the threads
     * @return sections; none if there are no suspects
     */
    static List<Section> suspects(List<HandleUsage> suspects, int top, boolean stacks) {
        List<Section> sections = new ArrayList<>();
        if (addSites(
                sections, "Native handles that grow in number, or were lost, by call site", suspects, top, stacks)) {
            sections.add(new Lines("Native handles own memory of native libraries until they are closed; its size is "
                    + "unknown. For: time of growth. Lost: collected without a close.\n"));
        }
        return sections;
    }

    /**
     * Builds the report on handles that are not closed: a row for each class, with the site that made most of these.
     *
     * @param usages the class with most that are not closed first
     * @param top how many classes
     * @return sections for people; none if all are closed
     */
    public static Report open(List<HandleUsage> usages, int top) {
        Table table = new Table("", TITLE, OPEN_ONES);
        int classes = 0;
        for (HandleUsage usage : usages) {
            if (usage.open() + usage.collected() > 0 && classes++ < top) {
                List<HandleSite> sites = usage.sites();
                table.add(
                        usage.open(),
                        usage.collected(),
                        usage.collectedError(),
                        usage.oldestAgeNanos(),
                        usage.className(),
                        sites.isEmpty() ? null : sites.get(0).site().label());
            }
        }
        if (classes == 0) {
            return new Report(List.of());
        }
        String more = classes <= top
                ? ""
                : "And " + Scale.group(classes - top) + (classes - top == 1 ? " more class.\n" : " more classes.\n");
        return new Report(List.of(
                table,
                new Lines(more
                        + "Lost: collected without a close. The true count is within three"
                        + " ± in 99 of 100 cases; 0 is exact.\n")));
    }

    /** Adds the sites of all classes as one table; returns whether there are any. */
    private static boolean addSites(
            List<Section> sections, String title, List<HandleUsage> usages, int top, boolean stacks) {
        List<List<Object>> rows = new ArrayList<>();
        StringBuilder calls = new StringBuilder();
        for (HandleUsage usage : Table.first(usages, top)) {
            for (HandleSite site : Table.first(usage.sites(), top)) {
                rows.add(row(usage, site, top));
                if (stacks) {
                    appendStack(calls, rows.size(), site);
                }
            }
        }
        if (rows.isEmpty()) {
            return false;
        }
        Table table = new Table("", Table.title(title, rows.size(), rows.size()), SITES);
        rows.forEach(table::add);
        sections.add(table);
        sections.add(new Lines(calls.toString()));
        return true;
    }

    private static List<Object> row(HandleUsage usage, HandleSite site, int top) {
        boolean live = site.site().id() != 0; // of a recorded one, less is known
        List<HandleSite> below = site.stacks();
        Table stacks = below.isEmpty() ? null : Table.data("stacks", SITES);
        Table.first(below, top).forEach(stack -> stacks.add(row(usage, stack, top)));
        return Table.row(
                usage.className().substring(usage.className().lastIndexOf('.') + 1),
                StackText.name(site.site(), below.size()),
                site.site(),
                site.site().frames(),
                site.site().by(),
                site.site().cutAfter() > 0 ? site.site().cutAfter() : null,
                site.open(),
                site.standardError(),
                site.collected(),
                live ? site.samples() : null,
                site.growthPerMinute(),
                site.growthErrorPerMinute(),
                site.growing(),
                site.growingForNanos(),
                site.oldestAgeNanos(),
                live ? site.judgedInNanos() : null,
                live ? site.threadNames() : null,
                stacks == null ? null : below.size(),
                stacks);
    }

    private static void appendStack(StringBuilder text, int number, HandleSite site) {
        if (site.stacks().isEmpty()) {
            StackText.append(text, number, site.site());
            StackText.appendNames(text, "threads", site.threadNames());
            return;
        }
        StackText.appendLine(text, number, site.site(), site.stacks().size());
        for (HandleSite stack : site.stacks()) {
            text.append("   ").append(Scale.group(stack.open())).append(" open\n");
            StackText.appendFrames(text, stack.site());
            StackText.appendNames(text, "    threads", stack.threadNames());
        }
    }
}
