package io.nmt.report.document;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds the report on leaks: statements, a row for each line of code, and the stacks that lead to it. */
public final class LeakReport {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int BEYOND_CHANCE = 3; // standard errors
    private static final String YOUNG = "*";

    private final Figures figures;
    private final Leaks leaks;
    private final int top;
    private final boolean stacks;
    private final List<Section> sections = new ArrayList<>();
    private final List<SiteUsage> allShown = new ArrayList<>();

    /**
     * The figures of a report on leaks, of a process or of a recording. Immutable.
     *
     * @param lines of code that grow, or hold old blocks
     * @param statements on growth, told first
     * @param handles by class
     * @param pooled owners of pooled buffers
     * @param sampling how lines were found
     * @param live whether it is of a process that can be asked for more
     * @param now the moment of the figures
     */
    public record Figures(
            LeaksByLine lines,
            List<Statement> statements,
            List<HandleUsage> handles,
            List<PooledSite> pooled,
            Sampling sampling,
            boolean live,
            Instant now) {
        /** As they were found: copied. */
        public Figures {
            statements = List.copyOf(statements);
            handles = List.copyOf(handles);
            pooled = List.copyOf(pooled);
        }
    }

    private LeakReport(Figures figures, int top, boolean stacks) {
        this.figures = figures;
        this.leaks = figures.lines().leaks();
        this.top = top;
        this.stacks = stacks;
    }

    /**
     * Builds the report.
     *
     * @param figures of it
     * @param top how many of each group, and how many stacks of a line
     * @param stacks whether people see the calls that led to what grows, too, and the threads; of all, if none grows
     * @return the report; lines that several stacks lead to have {@code stackCount} and {@code stacks} for programs
     */
    public static Report of(Figures figures, int top, boolean stacks) {
        return new LeakReport(figures, top, stacks).build();
    }

    private Report build() {
        String lost = PoolFindings.lost(figures.pooled());
        List<HandleUsage> handles = HandleFindings.suspects(figures.handles());
        sections.add(new Lines(lost.isEmpty() ? "" : lost.concat("\n\n")));
        boolean sampled = figures.sampling().intervalBytes() != 0;
        sections.add(new Lines(sampled ? "" : SiteReport.NO_SAMPLES));
        addData(handles, lost);
        if (sampled) {
            addLines();
        }
        sections.addAll(HandleReport.suspects(handles, top, stacks));
        StringBuilder notes =
                new StringBuilder(TrackedSince.lines(figures.sampling().coverage(), figures.now()));
        figures.sampling().coverage().sentences().forEach(sentence -> appendLine(notes, sentence));
        if (figures.live()) {
            appendLine(notes, HandleFindings.ofTooEarly(figures.handles()));
            appendLine(notes, PoolReport.whereUsersAre(figures.pooled()));
        }
        sections.add(new Lines(notes.toString()));
        return new Report(sections, figures.now().toEpochMilli());
    }

    private static void appendLine(StringBuilder text, String line) {
        text.append(line).append(line.isEmpty() ? "" : "\n");
    }

    /** Adds the statements, and what programs read. */
    private void addData(List<HandleUsage> handles, String lost) {
        List<String> notes = new ArrayList<>();
        notes.add(figures.live() ? HandleFindings.ofTooEarly(figures.handles()) : "");
        notes.add(lost);
        notes.removeIf(String::isEmpty);
        sections.add(SiteRows.facts(figures.sampling())
                .add("minimumAgeNanos", leaks.minimumAgeNanos())
                .add("judgedInNanos", leaks.judgedInNanos()));
        sections.add(new Statements(figures.statements()));
        sections.add(SiteRows.lines("suspects", leaks.suspects(), figures.lines(), top));
        sections.add(SiteRows.lines("holders", leaks.holders(), figures.lines(), top));
        sections.add(SiteRows.lines("pools", leaks.pools(), figures.lines(), top));
        sections.add(HandleReport.data(handles, top));
        sections.add(new Facts().add("notes", notes));
    }

    /** Adds what people read of lines of code. */
    private void addLines() {
        Set<String> growingCategories = growingCategories();
        List<SiteUsage> early = new ArrayList<>();
        List<SiteUsage> growing = new ArrayList<>();
        List<SiteUsage> ofCategory = new ArrayList<>();
        List<SiteUsage> unsteady = new ArrayList<>();
        List<SiteUsage> level = new ArrayList<>();
        for (SiteUsage usage : leaks.holders()) {
            if (usage.growing()) {
                growing.add(usage);
            } else if (growingCategories.contains(usage.site().category())) {
                ofCategory.add(usage);
            } else if (usage.judgedInNanos() > 0) {
                early.add(usage);
            } else if (usage.growthBytesPerMinute() > BEYOND_CHANCE * usage.growthErrorBytesPerMinute()) {
                unsteady.add(usage);
            } else {
                level.add(usage);
            }
        }
        add("LEAK by call site: grew, and no collection freed it", leaks.suspects(), stacks);
        add("GROWING: may be garbage, or a cache that fills", growing, stacks);
        add("HELD: lines of a category that grows, none of them steadily", ofCategory, stacks);
        // With a suspect, the calls that lead to what is none would push it from the screen.
        boolean ofOthers = stacks && leaks.suspects().isEmpty() && growing.isEmpty();
        add("UNKNOWN: too early to tell, ask again in " + Ages.format(longestWait(early)), early, ofOthers);
        add("HELD: grew, but not steadily, or not any more", unsteady, ofOthers);
        add("HELD: no growth beyond chance", level, ofOthers);
        add(
                leaks.pools().stream().anyMatch(SiteUsage::growing)
                        ? "Chunks of pools: grow in number"
                        : "Chunks of pools: live by design",
                leaks.pools(),
                ofOthers);
        addNotes();
    }

    private void addNotes() {
        StringBuilder text = new StringBuilder();
        if (isOfOldBlocks() && !allShown.isEmpty()) {
            boolean youngIsShown = allShown.stream().anyMatch(usage -> !leaks.hasOldBlocks(usage));
            text.append("\nOld bytes: blocks older than ")
                    .append(Ages.format(leaks.minimumAgeNanos()))
                    .append(youngIsShown ? ". " + YOUNG + " no old block: all its bytes.\n" : ".\n");
        }
        text.append('\n');
        SiteReport.appendNotes(text, figures.sampling());
        sections.add(new Lines(text.append(SiteReport.oneSampleNote(allShown)).toString()));
    }

    private Set<String> growingCategories() {
        Set<String> categories = new HashSet<>();
        for (Statement statement : figures.statements()) {
            if (statement.subject().type() == SubjectType.CATEGORY && statement.grows()) {
                categories.add(statement.subject().name());
            }
        }
        return categories;
    }

    /** The figures of all blocks, where the age of each is not known. */
    private boolean isOfOldBlocks() {
        return leaks.minimumAgeNanos() > 0;
    }

    /** The longest wait in whole seconds, rounded up; that of the statement on the process if there is one. */
    private long longestWait(List<SiteUsage> early) {
        long longest = 1;
        for (Statement statement : figures.statements()) {
            if (statement.subject().type() == SubjectType.PROCESS) {
                longest = Math.max(longest, statement.evidence(Basis.TOLD_IN_MILLIS) * NANOS_PER_MILLI);
            }
        }
        for (SiteUsage usage : early) {
            longest = Math.max(longest, usage.judgedInNanos());
        }
        return (longest + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND * NANOS_PER_SECOND;
    }

    /** Figures are of old blocks; of a line that has none, of all its blocks. */
    private void add(String title, List<SiteUsage> sites, boolean showsStacks) {
        if (sites.isEmpty()) {
            return;
        }
        List<SiteUsage> shown = Table.first(sites, top);
        Table table = new Table(
                "",
                Table.title(title, sites.size(), shown.size()),
                List.of(
                        Column.bytes("", isOfOldBlocks() ? "Old bytes" : "Bytes"),
                        Column.bytes("", Column.ERROR),
                        Column.count("", "Count"),
                        Column.bytes("", "Growth/min"),
                        Column.bytes("", Column.ERROR),
                        Column.age("", "For"),
                        Column.age("", "Oldest"),
                        Column.name("", "Category"),
                        Column.name("", "Allocated at")));
        for (SiteUsage usage : shown) {
            table.add(
                    new Marked(usage.liveBytes(), leaks.hasOldBlocks(usage) ? "" : YOUNG),
                    usage.standardErrorBytes() == 0 ? "exact" : (Object) usage.standardErrorBytes(),
                    SiteReport.count(usage),
                    usage.growthBytesPerMinute(),
                    usage.growthErrorBytesPerMinute(),
                    usage.growing() ? Ages.format(usage.growingForNanos()) : "",
                    Ages.format(usage.oldestAgeNanos()),
                    SafeText.shortened(usage.site().category(), SiteReport.CATEGORY_CHARS),
                    StackText.name(usage.site(), figures.lines().stacks(usage).size()));
        }
        sections.add(table);
        allShown.addAll(shown);
        for (int i = 0; i < shown.size() && showsStacks; i++) {
            addStacks(i + 1, shown.get(i));
        }
    }

    private void addStacks(int number, SiteUsage usage) {
        List<SiteUsage> all = figures.lines().stacks(usage);
        StringBuilder text = new StringBuilder();
        if (all.size() == 1) {
            StackText.append(text, number, usage.site());
            StackText.appendNames(text, "threads", usage.threadNames());
            sections.add(new Lines(text.toString()));
            return;
        }
        StackText.appendLine(text, number, usage.site(), all.size());
        sections.add(new Lines(text.toString()));
        List<SiteUsage> shown = Table.first(all, top);
        long sum = all.stream().mapToLong(SiteUsage::liveBytes).sum();
        shown.forEach(stack -> addStack(stack, sum));
        if (shown.size() < all.size()) {
            long rest = sum - shown.stream().mapToLong(SiteUsage::liveBytes).sum();
            sections.add(new Lines(
                    "   " + Scale.group(all.size() - shown.size()) + " more, with " + share(rest, sum) + "\n"));
        }
    }

    private void addStack(SiteUsage stack, long sum) {
        List<Object> parts = new ArrayList<>(List.of("   ", share(stack.liveBytes(), sum), ": ", stack.liveBytes()));
        if (stack.standardErrorBytes() > 0) {
            parts.addAll(List.of(" (± ", stack.standardErrorBytes(), ")"));
        }
        parts.add(" in " + Scale.group(stack.liveCount()) + (stack.liveCount() == 1 ? " block" : " blocks"));
        if (stack.growing()) {
            parts.addAll(List.of(", +", stack.growthBytesPerMinute(), "/min"));
        }
        StringBuilder text = new StringBuilder("\n");
        StackText.appendFrames(text, stack.site());
        StackText.appendNames(text, "    threads", stack.threadNames());
        parts.add(text.toString());
        sections.add(new Lines(parts));
    }

    /** The share of a stack: all stacks of the line add up to it, but for its category's bound. */
    private static String share(long bytes, long sum) {
        long percent = sum == 0 ? 0 : Math.round(100.0 * bytes / sum);
        return percent == 0 && bytes > 0 ? "<1 %" : percent + " %";
    }
}
