package io.nmt.cli.usage;

import io.nmt.cli.options.ProcessId;
import io.nmt.cli.process.NamedJvms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Advice on a command line that does not begin with a command. */
final class WrongCommand {
    private final CommandLine nmt;
    private final String first;
    private final List<String> arguments;

    WrongCommand(CommandLine nmt, String first, List<String> arguments) {
        this.nmt = nmt;
        this.first = first;
        this.arguments = arguments;
    }

    UsageAdvice advice() {
        boolean isOption = first.startsWith("-");
        boolean isNumber = ProcessId.isNumber(first);
        if (isOption || isNumber) {
            List<String> reordered = commandFirst();
            if (!reordered.isEmpty()) {
                return UsageAdvice.type("the command comes first", reordered);
            }
        }
        if (isOption) {
            String wrong = "unknown option '" + first + "'";
            UsageAdvice meant = UsageAdvice.meant(
                    wrong, Typo.nearest(first, nmt.getCommandSpec().optionsMap().keySet()));
            return meant == null ? UsageAdvice.usage(wrong) : meant;
        }
        String wrong = "unknown command '" + first + "'";
        if (isNumber) {
            return UsageAdvice.type(wrong, "explain", first);
        }
        String option = "--".concat(first);
        UsageAdvice meant = UsageAdvice.meant(
                wrong,
                nmt.getCommandSpec().optionsMap().containsKey(option)
                        ? List.of(option)
                        : Typo.nearest(first, commands().keySet()));
        if (meant != null) {
            return meant;
        }
        return new UsageAdvice(
                isFile() ? "'" + first + "' does not exist" : NamedJvms.none(first),
                "Processes: 'nmt list'. Commands: "
                        + String.join(", ", commands().keySet()));
    }

    private boolean isFile() {
        return first.contains("/") || first.endsWith(".jfr") || first.endsWith(".json");
    }

    private Map<String, CommandLine> commands() {
        return nmt.getSubcommands();
    }

    /** The arguments with the command first; nothing if there is none. */
    private List<String> commandFirst() {
        for (int i = 1; i < arguments.size(); i++) {
            CommandLine command = commands().get(arguments.get(i));
            if (command != null) {
                List<String> reordered = new ArrayList<>(arguments);
                reordered.add(0, reordered.remove(i));
                List<String> plain = WrongProcess.withoutFlag(reordered, command.getCommandSpec());
                return plain == null ? reordered : plain;
            }
        }
        return List.of();
    }
}
