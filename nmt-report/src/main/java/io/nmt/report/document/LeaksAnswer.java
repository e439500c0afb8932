package io.nmt.report.document;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer of {@code leaks}, of a process or of a recording. Immutable.
 *
 * @param lines of code that grow, or hold old blocks
 * @param statements on growth, told first
 * @param handles by class
 * @param pooled owners of pooled buffers
 * @param sampling how lines were found
 * @param live whether it is of a process that can be asked for more
 */
public record LeaksAnswer(
        LeaksByLine lines,
        List<Statement> statements,
        List<HandleUsage> handles,
        List<PooledSite> pooled,
        Sampling sampling,
        boolean live) {
    /** As it was found: copied. */
    public LeaksAnswer {
        statements = List.copyOf(statements);
        handles = List.copyOf(handles);
        pooled = List.copyOf(pooled);
    }

    /**
     * Writes it for programs.
     *
     * @param top how many of each group, and how many stacks of a line
     * @return the object
     */
    public String json(int top) {
        List<String> notes = notes();
        add(notes, PoolFindings.lost(pooled));
        return JsonReport.of(lines, sampling, top, HandleFindings.suspects(handles), statements, notes);
    }

    /**
     * Writes it for people.
     *
     * @param times of the reader
     * @param now the moment of the figures
     * @param scale the unit of all byte figures
     * @param top how many of each group, and how many stacks of a line
     * @param stacks whether to show the calls that led to what grows, too, and the threads
     * @return lines, each ended by a line feed
     */
    public String text(Times times, Instant now, Scale scale, int top, boolean stacks) {
        String lost = PoolFindings.lost(pooled);
        String suspects = ReportText.of(HandleReport.suspects(HandleFindings.suspects(handles), top, stacks), scale);
        StringBuilder text = new StringBuilder(lost.isEmpty() ? "" : lost.concat("\n\n"))
                .append(SiteReport.ofGrowth(lines, statements, times, sampling, scale, top, stacks))
                .append(suspects.isEmpty() ? "" : "\n".concat(suspects))
                .append(TrackedSince.lines(sampling.coverage(), now));
        sampling.coverage()
                .sentences()
                .forEach(sentence -> text.append(sentence).append('\n'));
        List<String> notes = notes();
        add(notes, live ? PoolReport.whereUsersAre(pooled) : "");
        for (String note : notes) {
            text.append(note).append('\n');
        }
        return text.toString();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        add(notes, live ? HandleFindings.ofTooEarly(handles) : "");
        return notes;
    }

    private static void add(List<String> notes, String note) {
        if (!note.isEmpty()) {
            notes.add(note);
        }
    }
}
