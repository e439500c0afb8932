package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.process.JvmList.Outside;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.Stdout;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Ages;
import io.nmt.report.render.Json;
import io.nmt.report.render.TextSpace;
import io.nmt.report.render.TextTable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the JVMs that a command can reach. */
@Command(
        name = "list",
        description = {
            "List the JVMs that you can ask: your own; as root, all.",
            "With age, RSS, container limit and JDK. Commands take a PID, or a part of a name or of arguments."
        })
public final class ListCommand implements Callable<Integer> {
    private static final int LEAST_NAME_COLUMNS = 20;

    private static final String UNKNOWN = "unknown";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

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
            display.print(text(jvms, display.space(LEAST_NAME_COLUMNS)), System.out);
        }
        return 0;
    }

    static String text(List<Jvm> jvms, TextSpace space) {
        if (jvms.isEmpty()) {
            return "No other JVM of this user runs.\n";
        }
        TextTable table = TextTable.ofFiguresAndName("PID", "age", "RSS of limit", "JDK", "tracked", "JVM");
        for (Jvm jvm : jvms) {
            Outside outside = jvm.outside();
            table.add(
                    Long.toString(jvm.pid()),
                    outside.ageMillis() < 0 ? UNKNOWN : Ages.format(outside.ageMillis() * NANOS_PER_MILLI),
                    resident(outside),
                    outside.jdk().isEmpty() ? UNKNOWN : outside.jdk(),
                    jvm.tracked() == null ? UNKNOWN : jvm.tracked() ? "yes" : "no",
                    jvm.name());
        }
        StringBuilder text = new StringBuilder();
        table.appendTo(text, space);
        return text.toString();
    }

    private static String resident(Outside outside) {
        String rss = outside.rssBytes() < 0 ? UNKNOWN : Amounts.format(outside.rssBytes());
        return outside.limitBytes() <= 0 ? rss : rss + " of " + Amounts.format(outside.limitBytes());
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
            Outside outside = jvm.outside();
            if (outside.ageMillis() >= 0) {
                json.field("ageSeconds", outside.ageMillis() / MILLIS_PER_SECOND);
            }
            if (outside.rssBytes() >= 0) {
                json.field("rssBytes", outside.rssBytes());
            }
            if (outside.limitBytes() > 0) {
                json.field("limitBytes", outside.limitBytes());
            }
            if (!outside.jdk().isEmpty()) {
                json.field("jdk", outside.jdk());
            }
            json.endObject();
        }
        return json.endArray().toString();
    }
}
