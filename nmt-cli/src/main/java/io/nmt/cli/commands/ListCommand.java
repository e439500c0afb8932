package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.Stdout;
import io.nmt.report.document.Json;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the JVMs that a command can reach. */
@Command(
        name = "list",
        description = {"List the JVMs that this user can ask.", "Those that are tracked have a mark."})
public final class ListCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print JSON, for scripts.")
    private boolean json;

    @Mixin
    private Display display;

    @Override
    public Integer call() throws CommandException, IOException {
        Modules.require(Modules.ATTACH);
        List<Jvm> jvms = JvmList.find();
        if (json) {
            Stdout.print(json(jvms) + "\n");
        } else {
            display.printEachInOneLine(text(jvms), System.out);
        }
        return 0;
    }

    static String text(List<Jvm> jvms) {
        StringBuilder text = new StringBuilder();
        for (Jvm jvm : jvms) {
            text.append(jvm.pid()).append(mark(jvm.tracked())).append(' ');
            text.append(SafeText.name(jvm.name())).append('\n');
        }
        return jvms.isEmpty() ? "No other JVM is there that this user could ask.\n" : text.toString();
    }

    private static String mark(Boolean tracked) {
        if (tracked == null) {
            return " [not known whether tracked]";
        }
        return tracked ? " [tracked]" : "";
    }

    static String json(List<Jvm> jvms) {
        Json json = new Json().array();
        for (Jvm jvm : jvms) {
            json.object().field("pid", jvm.pid()).field("name", jvm.name());
            if (jvm.tracked() == null) {
                json.field("tracked", null);
            } else {
                json.field("tracked", jvm.tracked().booleanValue());
            }
            json.endObject();
        }
        return json.endArray().toString();
    }
}
