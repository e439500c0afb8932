package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Scale;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryJson;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Memory in use over time. */
final class HistoryHandler implements Command {
    private static final long MILLIS_PER_SECOND = 1000;

    @Override
    public String name() {
        return "history";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        LongFunction<Scale> scale = ReportOptions.scale(request);
        String category = category(request.option("category", ""));
        Coverage coverage = NativeMemory.sampling().coverage();
        HistoryReading reading = HistoryReading.of(History.ofProcess(), since(request));
        if (request.flag("csv")) {
            answer.print(HistoryJson.csv(reading));
            return;
        }
        List<Statement> statements = Growth.now(reading).statements();
        if (request.flag("json")) {
            answer.print(CoverageLines.appended(HistoryJson.of(reading, statements), coverage)
                    .concat("\n"));
        } else {
            int columns = (int) Math.max(0, Math.min(Short.MAX_VALUE, request.number("columns", 0)));
            boolean watched = request.flag("watched");
            String text = HistoryReport.of(
                    reading, statements, category, scale, ZoneId.systemDefault(), top, columns, watched);
            String lines = CoverageLines.of(coverage, Instant.now());
            // A screen that is drawn again shows the first lines.
            answer.print(watched ? lines.concat(text) : text.concat(lines));
        }
    }

    private static long since(Request request) throws CommandException {
        long seconds = request.number("for", 0);
        if (seconds < 0 || seconds > Integer.MAX_VALUE) {
            throw new CommandException("'" + seconds + "' is not a value of the option for; allowed: seconds, from 1");
        }
        return seconds == 0 ? 0 : History.now() - seconds * MILLIS_PER_SECOND;
    }

    /** Null if none is asked for. A name that is wrong must not become that of a new category. */
    private static String category(String name) throws CommandException {
        if (name.isEmpty()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
            if (usage.category().equalsIgnoreCase(name)) {
                return usage.category();
            }
            names.add(usage.category());
        }
        throw new CommandException("there is no category '" + name + "' here; there are: " + String.join(", ", names));
    }
}
