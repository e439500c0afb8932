package io.nmt.cli.commands;

import io.nmt.cli.options.OutsideOption;
import io.nmt.cli.options.Watch;
import io.nmt.cli.process.OutsideProcess;
import io.nmt.report.document.ExplainReport;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The answer in a dozen lines. */
@Command(
        name = "explain",
        description = {
            "Explain RSS and its growth, in 16 lines at most.",
            "The word may be left out: 'nmt shop' explains the JVM with shop in its name or arguments."
        })
public final class ExplainCommand extends ProcessCommand {
    private static final int MAX_LINES = 16;

    @Mixin
    private Watch watch;

    @Mixin
    private OutsideOption outside;

    @Override
    boolean isOutside() {
        return outside.isGiven();
    }

    @Override
    boolean hasOutside() {
        return true;
    }

    @Override
    String outside(OutsideProcess process, boolean attachable) {
        ResidentMemory memory = process.reading().memory();
        ExplainReport.Subject subject = new ExplainReport.Subject(
                process.name(),
                process.pid(),
                process.jdk(),
                process.upNanos(),
                "",
                memory,
                process.reading().limitBytes(),
                true);
        List<Statement> statements = ResidentJudge.outside(process.reading().reading(), attachable);
        return written(ExplainReport.of(subject, statements, System.currentTimeMillis()));
    }

    @Override
    void addOptions(Map<String, String> options) {
        options.put("pid", Long.toString(pid()));
    }

    @Override
    int mostLines() {
        return MAX_LINES;
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
