package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.cli.JvmList.Jvm;
import io.nmt.core.report.JsonReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the JVMs that a command can reach. */
@Command(name = "list", description = "List the JVMs of this user on this machine.")
public final class ListCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print JSON, for scripts.")
    private boolean json;

    @Override
    public Integer call() throws CommandException {
        List<Jvm> jvms = JvmList.find();
        if (json) {
            System.out.println(json(jvms));
        } else {
            for (Jvm jvm : jvms) {
                System.out.println(jvm.pid() + " " + jvm.name() + (jvm.tracked() ? " [tracked]" : ""));
            }
        }
        return 0;
    }

    private static String json(List<Jvm> jvms) {
        StringBuilder json = new StringBuilder("[");
        String separator = "";
        for (Jvm jvm : jvms) {
            json.append(separator).append("{\"pid\":").append(jvm.pid()).append(",\"name\":");
            JsonReport.appendString(json, jvm.name());
            json.append(",\"tracked\":").append(jvm.tracked()).append('}');
            separator = ",";
        }
        return json.append(']').toString();
    }
}
