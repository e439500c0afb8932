package io.nmt.cli.pages;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.report.document.StatementText;
import io.nmt.report.page.document.ReportPage;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** The page of a process that runs. */
public final class ProcessPage {
    // To read resident memory and to judge all call sites takes longer than a usual answer.
    private static final long USUAL_MILLIS = 60_000;

    private ProcessPage() {}

    public static String of(long pid, Patience patience, CommandSpec spec) throws CommandException, IOException {
        TargetProcess target = TargetProcess.of(pid);
        UserOutput data = new UserOutput();
        try (ProgressBar progress = ProgressBar.start()) {
            data.reportTo(progress);
            new ProcessClient(target, patience, spec.commandLine().getErr())
                    .ask(
                            new Request("page", Map.of("pid", Long.toString(pid))),
                            data,
                            patience.answerMillis(USUAL_MILLIS));
        }
        String title = JvmList.mainClass(pid) + " (process " + pid + ")";
        return ReportPage.of(title, StatementText.typed(data.text(), pid));
    }
}
