package io.nmt.report.malloc;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.Column;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Part;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds the report on a profile of malloc: by library, by Java call site, and what it means. */
public final class MallocReport {
    /** In place of a call site. */
    static final String NO_JAVA = "(no Java code)";

    private static final int MOST_NATIVE_FRAMES = 16;
    private static final int PERCENT = 100;

    private final MallocProfile profile;
    private final MallocContext context;
    private final int top;
    private final List<Section> sections = new ArrayList<>();

    private MallocReport(MallocProfile profile, MallocContext context, int top) {
        this.profile = profile;
        this.context = context;
        this.top = top;
    }

    /**
     * Builds the report.
     *
     * @param profile to be shown
     * @param context of its process
     * @param top how many libraries people see, and how many call sites there are
     * @param stacks whether people see the calls that led to each site, too
     * @return the report
     */
    public static Report of(MallocProfile profile, MallocContext context, int top, boolean stacks) {
        MallocReport report = new MallocReport(profile, context, top);
        List<String> findings = ProfileFindings.of(profile, context);
        report.addFacts();
        report.sections.add(new Lines(String.join("\n", findings).concat("\n")));
        report.sections.add(new Facts().add("findings", findings));
        report.addLibraries();
        report.addSites(stacks);
        StringBuilder text = new StringBuilder();
        appendNotes(text, profile);
        report.sections.add(new Lines(text.toString()));
        return new Report(report.sections);
    }

    private void addFacts() {
        String growth = ProfileFindings.netGrowth(profile, context);
        sections.add(new Lines(growth.isEmpty() ? "" : growth.concat("\n")));
        boolean inUse = context.isInUseKnown();
        sections.add(new Facts()
                .add("begin", profile.begin())
                .add("end", profile.end())
                .add("live", profile.live())
                .add("cutOff", profile.cutOff())
                .add("intervalBytes", profile.intervalBytes())
                .add("samples", profile.samples())
                .add("lostPercent", profile.lostShare() < 0 ? -1 : Math.round(PERCENT * profile.lostShare()))
                .add("inUseBytesBefore", inUse ? context.inUseBefore() : null)
                .add("inUseBytesAfter", inUse ? context.inUseAfter() : null)
                .add("rssGrownBytes", known(context.memory().rssBytes()))
                .add("anonymousGrownBytes", known(context.memory().anonymousBytes())));
        if (profile.tracked() != null) {
            List<Object> figures = figures(profile.tracked());
            Facts facts = new Facts();
            for (int i = 0; i < figures.size(); i++) {
                facts.add(columns(false).get(i).key(), figures.get(i));
            }
            sections.add(new Part("tracked", List.of(facts)));
        }
    }

    private static Long known(long bytes) {
        return bytes == MallocContext.Growth.UNKNOWN ? null : (Long) bytes;
    }

    private void addLibraries() {
        List<Column> columns = new ArrayList<>(columns(true));
        columns.add(Column.name("library", "Library"));
        Table all = Table.data("libraries", columns);
        Table shown = new Table(
                "",
                profile.live()
                        ? "Live by jemalloc's own heap profile, by library"
                        : "Malloced in " + ProfileFindings.time(profile) + " and not freed, by library",
                columns);
        profile.libraries().forEach(library -> all.add(row(library, library.name())));
        for (MallocSum library : Table.first(profile.libraries(), top)) {
            boolean jvm = library.name().equals(MallocProfile.JVM);
            shown.add(row(library, jvm ? library.name() + " (the JVM itself)" : library.name()));
        }
        if (profile.tracked() != null && profile.tracked().allocatedBytes() > 0) {
            shown.add(row(profile.tracked(), "(Java code: 'summary' has it)"));
        }
        sections.add(all);
        sections.add(shown);
    }

    /** The columns of figures. */
    private List<Column> columns(boolean ofLibraries) {
        boolean live = profile.live();
        return List.of(
                Column.bytes("bytes", "Bytes"),
                Column.bytes("standardErrorBytes", "±"),
                Column.count("blocks", "Blocks"),
                live ? Column.change("bytesPerMinute", "Growth/min") : Column.bytes("bytesPerMinute", "Not freed/min"),
                Column.bytes("bytesPerMinuteError", live && ofLibraries ? "±" : ""),
                Column.bytes("mallocedBytes", !live && ofLibraries ? "Malloced" : ""),
                Column.data("samples"),
                Column.data("significant"));
    }

    private List<Object> figures(MallocSum sum) {
        return List.of(
                sum.bytes(),
                sum.standardErrorBytes(),
                sum.blocks(),
                ProfileFindings.perMinute(sum.grownBytes(), profile.nanos()),
                ProfileFindings.perMinute(sum.grownErrorBytes(), profile.nanos()),
                sum.allocatedBytes(),
                sum.samples(),
                sum.isSignificant());
    }

    private List<Object> row(MallocSum sum, Object... names) {
        List<Object> row = new ArrayList<>(figures(sum));
        row.addAll(Arrays.asList(names));
        return row;
    }

    private void addSites(boolean stacks) {
        List<Column> columns = new ArrayList<>(columns(false));
        columns.addAll(List.of(
                Column.name("library", "Library"),
                Column.name("site", "Called from"),
                Column.data("handles"),
                Column.data("openHandles"),
                Column.data("nativeStack"),
                Column.data("stack")));
        Table all = Table.data("sites", columns);
        for (MallocSum site : Table.first(profile.sites(), top)) {
            MallocStack stack = site.stacks().get(0);
            OpenHandleSite handles = context.handlesOf(stack);
            all.add(row(
                    site,
                    stack.library(),
                    site.name(),
                    handles == null ? null : handles.className(),
                    handles == null ? null : handles.open(),
                    stack.nativeFrames(),
                    stack.site().frames()));
        }
        sections.add(all);
        List<MallocSum> sites = Table.first(
                profile.sites().stream().filter(site -> site.bytes() > 0).toList(), top);
        Table shown = new Table(
                "", sites.isEmpty() ? "" : Table.title("By Java call site", sites.size(), sites.size()), columns);
        StringBuilder text = new StringBuilder();
        for (MallocSum site : sites) {
            String name = site.name().isEmpty() ? NO_JAVA : site.name();
            shown.add(row(site, site.stacks().get(0).library(), name));
            if (stacks) {
                appendStack(text, shown.rows().size(), site.stacks().get(0));
            }
        }
        sections.add(shown);
        sections.add(new Lines(text.toString()));
    }

    /** Appends the largest of several stacks of a site. */
    private static void appendStack(StringBuilder text, int number, MallocStack stack) {
        text.append('\n')
                .append(number)
                .append(". ")
                .append(SafeText.name(
                        stack.site().leading() == null ? NO_JAVA : stack.site().toString()))
                .append('\n');
        List<NativeFrame> innermost = Table.first(stack.nativeFrames(), MOST_NATIVE_FRAMES);
        for (NativeFrame frame : innermost) {
            text.append("       in ").append(SafeText.name(frame.toString())).append('\n');
        }
        if (innermost.size() < stack.nativeFrames().size()) {
            text.append("       ... and ")
                    .append(stack.nativeFrames().size() - innermost.size())
                    .append(" more, which --json and -o have\n");
        }
        for (Frame frame : stack.site().frames()) {
            text.append("       at ").append(SafeText.name(frame.toString())).append('\n');
        }
    }

    private static void appendNotes(StringBuilder text, MallocProfile profile) {
        text.append("\nEstimates from ")
                .append(Scale.group(profile.samples()))
                .append(
                        profile.intervalBytes() <= 1
                                ? " samples, each malloc"
                                : " samples, one in " + Amounts.format(profile.intervalBytes()))
                .append(
                        profile.live()
                                ? ". The true figure is within three ± in nearly all cases. Below a native method,"
                                        + " jemalloc does not see Java code.\n"
                                : ". The true figure is within three ± in nearly all cases. Older blocks are not"
                                        + " included.\n");
        if (profile.cutOff()) {
            text.append("The recording could not be read to its end.\n");
        }
        if (profile.lostShare() > 0) {
            text.append("The profiler lost ")
                    .append(Math.max(1, Math.round(PERCENT * profile.lostShare())))
                    .append(" % of samples and frees; figures are corrected for that.\n");
        } else if (profile.lostShare() < 0) {
            text.append(
                    "Lost frees of the profiler are unknown. On a busy machine, some percent of these blocks may be "
                            + "freed.\n");
        }
    }
}
