package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.document.Report;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.io.IOException;

/**
 * Writes a report as it was asked for: as JSON for programs; as a document for the command line, which knows the
 * terminal; as text for code in this process.
 */
final class ReportAnswer {
    private ReportAnswer() {}

    static void print(Report report, Request request, Answer answer) throws CommandException, IOException {
        answer.print(of(report, request));
    }

    static String of(Report report, Request request) throws CommandException {
        Report shown = report.withoutNext(next -> isTyped(next, request));
        if (request.flag("json")) {
            return ReportJson.of(shown).concat("\n");
        }
        return request.flag(Request.DOCUMENT)
                ? ReportJson.document(shown)
                : ReportText.of(shown, ReportOptions.scale(request));
    }

    /** Tells whether a step would ask the same again. */
    private static boolean isTyped(Next next, Request request) {
        String[] words = next.command().split(" --", -1);
        return words[0].equals(request.command()) && (words.length == 1 || request.flag(words[1]));
    }
}
