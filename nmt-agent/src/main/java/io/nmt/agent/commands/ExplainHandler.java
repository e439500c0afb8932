package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.LateStart;
import io.nmt.report.document.ExplainReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.reading.ResidentReading;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Explains RSS and its growth in a dozen lines. */
final class ExplainHandler implements Command {
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Override
    public String name() {
        return "explain";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        ResidentReading reading = ResidentNow.readAll();
        Growth growth = Growth.now(HistoryReading.of(History.ofProcess(), 0));
        List<Statement> statements = reading == null
                ? growth.statements()
                : ResidentJudge.merged(
                        growth.statements(),
                        ResidentJudge.of(reading, History.ofProcess().resident().lastHour(), growth.statements()));
        ReportAnswer.print(
                ExplainReport.of(subject(request, reading), statements, System.currentTimeMillis()), request, answer);
    }

    private static ExplainReport.Subject subject(Request request, ResidentReading reading) throws CommandException {
        return new ExplainReport.Subject(
                OwnProgram.name(),
                request.number("pid", ProcessHandle.current().pid()),
                System.getProperty("java.version", "?"),
                upMillis() * NANOS_PER_MILLI,
                tracked(NativeMemory.sampling().coverage().lateStart()),
                reading == null ? null : reading.memory(),
                reading == null ? 0 : reading.facts().limits().containerBytes(),
                false);
    }

    private static long upMillis() {
        try {
            return ManagementFactory.getRuntimeMXBean().getUptime();
        } catch (LinkageError e) {
            Instant start = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
            return Math.max(0, Duration.between(start, Instant.now()).toMillis()); // an image without java.management
        }
    }

    private static String tracked(LateStart late) {
        if (late == null) {
            return "";
        }
        return late.time() == null
                ? "since an unknown time"
                : "for "
                        + Ages.format(Math.max(
                                0, Duration.between(late.time(), Instant.now()).toNanos()));
    }
}
