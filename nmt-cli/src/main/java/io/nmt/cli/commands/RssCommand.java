package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.OutsideOption;
import io.nmt.cli.options.Watch;
import io.nmt.cli.process.OutsideProcess;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.LedgerTable;
import io.nmt.report.document.RecordingReport;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.reading.Ledger;
import io.nmt.report.reading.ResidentReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows resident memory. */
@Command(
        name = "rss",
        description = {
            "Show the parts of RSS: why a pod is killed. See also: jvm.",
            "Its lines add up to RSS, and statements judge them. It needs Linux."
        })
public final class RssCommand extends RecordedCommand {
    private static final String NO_READING =
            "the recording has no reading of resident memory: only its end has one, on Linux, not after a " + "kill";

    @Option(names = "--trim", description = "Have malloc release its retained memory, and show the change.")
    private boolean trim;

    @Option(names = "--advise", description = "Propose limits for heap, direct buffers and container.")
    private boolean advise;

    @Option(names = "--arenas", description = "Show malloc's arenas, from JDK 21 on.")
    private boolean arenas;

    @Mixin
    private Watch watch;

    @Mixin
    private OutsideOption outside;

    @Spec
    private CommandSpec spec;

    private final String watcher = UUID.randomUUID().toString();

    private void check() {
        if (trim && (advise || arenas || watch.isWanted())) {
            throw new ParameterException(spec.commandLine(), "--trim goes with none of --advise, --arenas, --watch");
        }
        if (outside.isGiven() && !hasOutside()) {
            throw new ParameterException(spec.commandLine(), "--outside goes with none of --trim, --advise, --arenas");
        }
    }

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        addFlag("trim", trim, options);
        addFlag("advise", advise, options);
        addFlag("arenas", arenas, options);
        if (watch.isWanted()) {
            options.put("watcher", watcher);
        }
    }

    @Override
    boolean isOutside() {
        return outside.isGiven();
    }

    @Override
    boolean hasOutside() {
        return !trim && !advise && !arenas;
    }

    @Override
    String outside(OutsideProcess process, boolean attachable) {
        ResidentMemory memory = process.reading().memory();
        List<Statement> statements = ResidentJudge.outside(process.reading().reading(), attachable);
        return written(ResidentReport.outside(
                memory,
                process.reading().answered(),
                process.reading().reading().files(),
                statements));
    }

    private static void addFlag(String name, boolean given, Map<String, String> options) {
        if (given) {
            options.put(name, "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }

    @Override
    public Integer call() throws CommandException, IOException {
        check();
        return super.call();
    }

    @Override
    List<String> ofProcess() {
        Map<String, String> given = new LinkedHashMap<>();
        addFlag("--trim", trim, given);
        addFlag("--advise", advise, given);
        addFlag("--arenas", arenas, given);
        addFlag("--watch", watch.isWanted(), given);
        addFlag("--outside", outside.isGiven(), given);
        return List.copyOf(given.keySet());
    }

    @Override
    String recorded(RecordedCourse course, Times times) throws CommandException {
        List<Statement> statements = RecordedPast.of(course).statements();
        RecordedMemory memory = course.memory();
        MemoryReading last = memory.last();
        List<String> notes = new ArrayList<>();
        HandleFindings.judgements(last.handles(), true).forEach(judgement -> notes.add(judgement.text()));
        notes.addAll(last.snapshot().coverage().sentencesOfBytes());
        if (isJson() && last.resident() == null) {
            throw new CommandException(NO_READING);
        }
        ResidentReading reading = course.resident().reading();
        return written(RecordingReport.resident(memory, course.resident().files(), statements, notes)
                .with(reading == null ? List.of() : LedgerTable.of(Ledger.of(reading))));
    }
}
