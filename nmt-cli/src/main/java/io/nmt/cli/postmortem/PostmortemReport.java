package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.render.Json;
import io.nmt.report.render.StatementJson;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** The story as text for people, one screen for one process, and as JSON. */
public final class PostmortemReport {
    private static final int MOST_EVENTS = 8;
    private static final int MOST_OTHERS = 10;
    private static final int MOST_FILES = 8;
    private static final int MOST_NOTES = 10;

    private final StringBuilder text = new StringBuilder(4096);

    private PostmortemReport() {}

    /**
     * Tells the first in full, and of the others a line each.
     *
     * @param all the one with the last sign of life first; at least one
     * @param notes what could not be read
     * @return lines, each ended by a line feed
     */
    public static String text(List<Postmortem> all, Finds notes) {
        PostmortemReport report = new PostmortemReport();
        report.appendStory(all.get(0));
        report.appendOthers(all.subList(1, all.size()));
        List<String> told = notes.notes();
        for (String note : told.subList(0, Math.min(MOST_NOTES, told.size()))) {
            report.line("Note: " + note + ".");
        }
        if (told.size() > MOST_NOTES) {
            report.line("And " + (told.size() - MOST_NOTES) + " more notes; --json has all.");
        }
        return report.text.toString();
    }

    private void appendStory(Postmortem story) {
        line(title(story) + ": " + story.judgement().words());
        line(story.judgement().because());
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
        List<HeldSite> sites = story.sites();
        if (!summary.isEmpty()) {
            line("");
            line("Memory at the last report");
            appendSummary(summary);
        }
        if (!sites.isEmpty()) {
            line("");
            line("Largest call sites of native memory, as of " + format(story.sitesTime()));
            for (int i = 0; i < sites.size(); i++) {
                HeldSite site = sites.get(i);
                String bytes = site.bytes() < 0 ? "" : Amounts.format(site.bytes()) + " ";
                line("  " + (i + 1) + ". " + bytes + SafeText.name(site.name()));
            }
        }
        List<Statement> statements = story.statements();
        if (!statements.isEmpty()) {
            line("");
            line("Growth, as of " + format(story.statementsTime()) + " (times are UTC)");
            StatementText.of(statements, times(story)).forEach(this::line);
        }
        List<String> findings = story.findings();
        if (!findings.isEmpty()) {
            line("");
            line(statements.isEmpty() ? "Growth and findings" : "Resident memory");
            for (String finding : findings) {
                line("- " + SafeText.line(finding));
            }
        }
        if (!story.isReportComplete()) {
            line("");
            line("The last report lacks resident memory: the process ended while it was written.");
        }
        line("");
        line(files(story.files()));
    }

    private static Times times(Postmortem story) {
        Instant time = story.statementsTime();
        return new Times(ZoneOffset.UTC, time == null ? 0 : time.toEpochMilli());
    }

    private static String files(List<String> files) {
        String shown = String.join(", ", files.subList(0, Math.min(MOST_FILES, files.size())));
        return "From " + shown + (files.size() > MOST_FILES ? ", and " + (files.size() - MOST_FILES) + " more" : "");
    }

    /** The lines for people up to where the report is; the call sites among them have a place of their own. */
    private void appendSummary(List<String> summary) {
        for (String summaryLine : summary) {
            if (summaryLine.startsWith("Report: ")) {
                return;
            }
            if (!summaryLine.matches("\\d+\\. .*")) {
                String words = summaryLine.startsWith("nmt: ") ? summaryLine.substring("nmt: ".length()) : summaryLine;
                line("  " + SafeText.line(words));
            }
        }
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

    /**
     * Writes all as JSON.
     *
     * @param all the one with the last sign of life first
     * @param finds what could not be read
     * @return the object, without a line end
     */
    public static String json(List<Postmortem> all, Finds finds) {
        Json json = new Json().object().array("processes");
        for (Postmortem story : all) {
            append(json, story);
        }
        return json.endArray().strings("notes", finds.notes()).endObject().toString();
    }

    private static void append(Json json, Postmortem story) {
        ProcessIdentity process = story.process();
        json.object().field("pid", process.pid());
        if (process.started() != null) {
            json.field("started", process.started());
        }
        json.field("program", process.program()).field("javaVersion", process.javaVersion());
        if (story.lastSign() != null) {
            json.field("lastSignOfLife", story.lastSign());
        }
        json.field("end", story.judgement().end().name().toLowerCase(Locale.ROOT))
                .field("confidence", story.judgement().sure().words())
                .field("because", story.judgement().because())
                .array("events");
        for (Postmortem.Event event : story.events()) {
            json.object()
                    .field("time", event.time())
                    .field("text", event.text())
                    .endObject();
        }
        json.endArray().strings("summary", story.summary()).array("sites");
        for (HeldSite site : story.sites()) {
            json.object().field("site", site.name());
            if (site.bytes() >= 0) {
                json.field("liveBytes", site.bytes());
            }
            json.endObject();
        }
        json.endArray();
        StatementJson.append(json, story.statements());
        json.strings("findings", story.findings())
                .field("reportComplete", story.isReportComplete())
                .strings("files", story.files())
                .endObject();
    }
}
