package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.Answer;
import io.nmt.report.document.Column;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Builds the report on processes that have ended: people read of the first one, programs of all. */
public final class PostmortemReport {
    private static final int MOST_EVENTS = 8;
    private static final int MOST_OTHERS = 10;
    private static final int MOST_FILES = 8;
    private static final int MOST_SUMMARY = 5; // lines
    private static final int MOST_NOTES = 10;

    private static final List<Column> PROCESSES = List.of(
            Column.data("pid"),
            Column.data("started"),
            Column.data("program"),
            Column.data("javaVersion"),
            Column.data("lastSignOfLife"),
            Column.data("end"),
            Column.data("confidence"),
            Column.data("because"),
            Column.data("events"),
            Column.data("summary"),
            Column.data("sites"),
            Column.data("statements"),
            Column.data("findings"),
            Column.data("jvm"),
            Column.data("reportComplete"),
            Column.data("files"));
    private static final List<Column> EVENTS = List.of(Column.data("time"), Column.data("text"));
    private static final List<Column> SITES = List.of(Column.data("site"), Column.data("liveBytes"));

    private final List<Section> sections = new ArrayList<>();
    private StringBuilder text = new StringBuilder(4096);

    private PostmortemReport() {}

    /**
     * Builds it.
     *
     * @param all the one with the last sign of life first; at least one
     * @param notes what could not be read
     * @return the report
     */
    public static Report of(List<Postmortem> all, LeftFiles notes) {
        Table processes = Table.data("processes", PROCESSES);
        all.forEach(story -> processes.add(row(story)));
        PostmortemReport report = new PostmortemReport();
        report.appendStory(all.get(0));
        report.appendOthers(all.subList(1, all.size()));
        report.appendNotes(notes.notes());
        report.endLines();
        List<Section> sections = new ArrayList<>(List.of(processes, new Facts().add("notes", notes.notes())));
        sections.addAll(report.sections);
        return new Report(sections);
    }

    private static List<Object> row(Postmortem story) {
        Table events = Table.data("events", EVENTS);
        story.events().forEach(event -> events.add(event.time(), event.text()));
        Table sites = Table.data("sites", SITES);
        story.sites().forEach(site -> sites.add(site.name(), site.bytes() < 0 ? null : site.bytes()));
        ProcessIdentity process = story.process();
        return Arrays.asList(
                process.pid(),
                process.started(),
                process.program(),
                process.javaVersion(),
                story.lastSign(),
                story.judgement().end().name().toLowerCase(Locale.ROOT),
                story.judgement().sure().words(),
                story.judgement().because(),
                events,
                story.summary(),
                sites,
                new Statements(story.told().statements()),
                Stream.concat(story.told().limits().stream(), story.told().findings().stream())
                        .toList(),
                story.jvm().rows().isEmpty() ? null : story.jvm(),
                story.isReportComplete(),
                story.files());
    }

    private void appendNotes(List<String> notes) {
        for (String note : notes.subList(0, Math.min(MOST_NOTES, notes.size()))) {
            line("Note: " + note + ".");
        }
        if (notes.size() > MOST_NOTES) {
            line("And " + (notes.size() - MOST_NOTES) + " more notes; --json has all.");
        }
    }

    private void appendStory(Postmortem story) {
        appendAnswer(story);
        List<Postmortem.Event> events = story.events();
        if (!events.isEmpty()) {
            line("");
            line("Events");
            int from = Math.max(0, events.size() - MOST_EVENTS);
            for (Postmortem.Event event : events.subList(from, events.size())) {
                line("  " + format(event.time()) + "  " + SafeText.name(event.text()));
            }
            line("  " + format(story.lastSign()) + "  last sign of life");
        }
        List<String> summary = story.summary();
        if (!summary.isEmpty()) {
            line("");
            line("Memory at the last report");
            summary.stream().limit(MOST_SUMMARY).forEach(told -> line("  " + SafeText.line(told)));
        }
        List<String> findings = new ArrayList<>(StatementText.of(story.told().others(), times(story)));
        findings.addAll(story.told().findings());
        if (!findings.isEmpty()) {
            line("");
            line(story.told().statements().isEmpty() ? "Findings" : "Resident memory");
            for (String finding : findings) {
                line("- " + SafeText.line(finding));
            }
        }
        appendJvm(story);
        if (!story.isReportComplete()) {
            line("");
            line("The last report lacks resident memory: the process ended while it was written, or a file is"
                    + " damaged.");
        }
        line("");
        line(files(story.files()));
    }

    /** Tells in short how it ended, what was near its limit, what grew, and what held most. */
    private void appendAnswer(Postmortem story) {
        line(title(story) + ": " + story.judgement().words());
        line(story.judgement().because());
        story.told().limits().forEach(this::line);
        List<Statement> statements = story.told().changes();
        if (!statements.isEmpty()) {
            line("");
            line("Changes, as of " + format(story.told().statementsTime()) + " (times are UTC)");
            StatementText.of(statements, times(story)).forEach(this::line);
        }
        List<Statement> counted = story.told().countedEarlier();
        if (!counted.isEmpty()) {
            line("");
            line("Threads, class loaders and handles, as of "
                    + format(story.told().countedTime()));
            StatementText.of(counted, times(story)).forEach(this::line);
        }
        List<HeldSite> sites = story.sites();
        if (!sites.isEmpty()) {
            line("");
            line("Largest call sites of native memory, as of " + format(story.sitesTime()));
            for (int i = 0; i < sites.size(); i++) {
                HeldSite site = sites.get(i);
                String bytes = site.bytes() < 0 ? "" : Amounts.format(site.bytes()) + " ";
                line("  " + (i + 1) + ". " + bytes + SafeText.name(site.name()));
            }
        }
        sections.add(new Answer(new Lines(text.toString())));
        text = new StringBuilder();
    }

    private void appendJvm(Postmortem story) {
        if (!story.jvm().rows().isEmpty()) {
            endLines();
            Table people = new Table("", story.jvm().title(), story.jvm().columns());
            story.jvm().rows().forEach(people::add);
            sections.add(people);
        }
    }

    /** Puts the lines until now into a section. */
    private void endLines() {
        sections.add(new Lines(text.toString()));
        text = new StringBuilder();
    }

    private static Times times(Postmortem story) {
        Instant time = story.told().statementsTime();
        return new Times(ZoneOffset.UTC, time == null ? 0 : time.toEpochMilli());
    }

    private static String files(List<String> files) {
        String shown = String.join(", ", files.subList(0, Math.min(MOST_FILES, files.size())));
        return "From " + shown + (files.size() > MOST_FILES ? ", and " + (files.size() - MOST_FILES) + " more" : "");
    }

    private void appendOthers(List<Postmortem> others) {
        if (others.isEmpty()) {
            return;
        }
        line("");
        line("Other processes (" + others.size() + "); --pid PID tells of one");
        for (Postmortem other : others.subList(0, Math.min(MOST_OTHERS, others.size()))) {
            line("  " + format(other.lastSign()) + "  " + title(other) + ": "
                    + other.judgement().words());
        }
    }

    private static String title(Postmortem story) {
        ProcessIdentity process = story.process();
        return (process.pid() == 0 ? "A process" : "Process " + process.pid())
                + (process.program().isEmpty() ? "" : ", " + SafeText.name(process.program()))
                + (process.javaVersion().isEmpty() ? "" : ", JDK " + SafeText.name(process.javaVersion()));
    }

    private static String format(Instant time) {
        return time == null
                ? "time not known"
                : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void line(String line) {
        text.append(SafeText.line(line)).append('\n'); // a file's name may have line feeds in it
    }
}
