package io.nmt.agent;

import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import io.nmt.cli.Main;
import io.nmt.testkit.Outcome;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The help of each command, and each kind of wrong usage. */
@Isolated("reads what is printed")
@ExtendWith(InUtc.class)
class HelpGoldenTest {
    private static final String NO_PROCESS = "4194305"; // more than Linux gives

    private static final String[][] WRONG = {
        {},
        {"sumary", "1"},
        {"help", "sumary"},
        {"SUMMARY"},
        {"flame"},
        {"version"},
        {NO_PROCESS},
        {"kubernetes"},
        {"1", "summary"},
        {"-p", "1", "leaks", "--top", "3"},
        {"leaks", "-p", "1"},
        {"leaks", "help"},
        {"leaks", "1", "--stack"},
        {"leaks", "1", "--top", "-1"},
        {"leaks", "1", "--age", "soon"},
        {"leaks", "1", "--sort", "colour"},
        {"leaks", "1", "--scale", "TB"},
        {"leaks", "1", "--watch=0"},
        {"sites", "1", "--sort", "name"},
        {"rss", "1", "--trim", "--advise"},
        {"rss", "1", "--json", "--watch=1s"},
        {"summary", "missing.jfr"},
        {"top", "missing.jfr"},
        {"top", "1", "--interval", "0"},
        {"history", "1", "--csv", "--json"},
        {"history", "1", "--for", "-1"},
        {"compare", "a.jfr"},
        {"compare", "a.jfr", "b.jfr", "c.jfr"},
        {"dump", "1", "x.csv"},
        {"dump", NO_PROCESS},
        {"export", "1", "x.pb.gz"},
        {"export", "1", "--pprof", "x.pb.gz"},
        {"export", "1", "--pprof", "--otlp", "-o", "x"},
        {"export", "1", "--pprof", "-o", "-"},
        {"flamegraph", NO_PROCESS},
        {"flamegraph", "1", "x.html"},
        {"native", "1", "--interval", "0"},
        {"native", "1", "--for", "1y"},
        {"list", "-n", "1"},
        {"report"},
        {"report", NO_PROCESS},
        {"report", "1", "2", "-o", "x.html"},
        {"attach", "1", "sample=1", "scale=MB"},
        {"attach", "1", "--sample=1", "--scale=MB"},
        {"attach", "1", "-javaagent:nmt-agent.jar=sample=1,scale=MB"},
        {"jfc", "a", "b"},
        {"postmortem"},
    };

    /** Commands that fail, with exit code 1. */
    private static final String[][] FAILING = {
        {"summary", NO_PROCESS},
        {"compare", "missing-a.jfr", "missing-b.jfr"},
        {"report", "missing.jfr"},
        {"report", "missing.jfr", "-o", "missing.html"},
        {"flamegraph", "missing.jfr", "-o", "missing/x.html"},
        {"export", "missing.jfr", "--pprof", "-o", "x"},
        {"postmortem", "missing"},
        {"postmortem", ""},
        {"report", ""},
        {"native", NO_PROCESS, "-o", "missing/x.html"},
        {"attach", NO_PROCESS},
        {"attach", NO_PROCESS, "sample=x"},
        {"dump", NO_PROCESS, "-o", "missing/x.csv"},
    };

    @Test
    void help() {
        CommandLine nmt = Main.commandLine(CommandLineStart::problemOf, "");
        Golden.check("help/nmt.txt", nmt.getUsageMessage(Ansi.OFF));
        for (Map.Entry<String, CommandLine> command : nmt.getSubcommands().entrySet()) {
            Golden.check("help/" + command.getKey() + ".txt", command.getValue().getUsageMessage(Ansi.OFF));
        }
    }

    @Test
    void wrongUsage() {
        Golden.check("help/wrong-usage.txt", said(WRONG));
    }

    @Test
    void failures() {
        Golden.check("help/failures.txt", said(FAILING));
    }

    private static String said(String[]... commands) {
        StringBuilder text = new StringBuilder();
        for (String[] command : commands) {
            Outcome outcome = InProcess.run(command);
            text.append("$ nmt ")
                    .append(String.join(" ", command))
                    .append("\n[")
                    .append(outcome.exitCode())
                    .append("]\n")
                    .append(outcome.out())
                    .append(withoutMachine(outcome.err()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String withoutMachine(String text) {
        return text.replaceAll(Pattern.quote(System.getProperty("user.dir")), "DIRECTORY");
    }
}
