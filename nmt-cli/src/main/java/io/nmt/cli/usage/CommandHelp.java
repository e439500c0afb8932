package io.nmt.cli.usage;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The layout of help, on a terminal of 80 columns: all commands on one screen of 24 rows, one command with a synopsis
 * without options, which picocli would break in the middle of names.
 */
public final class CommandHelp {
    private CommandHelp() {}

    /**
     * Lays out the help of all commands, and of each.
     *
     * @param nmt with the commands that it has
     */
    public static void layOut(CommandLine nmt) {
        // Not as annotations, which the commands would inherit; nor by the command line, which hands them on to them.
        UsageMessageSpec message = nmt.getCommandSpec().usageMessage();
        message.customSynopsis("nmt PID|NAME explains a JVM. Or: nmt COMMAND [--help] PID|NAME|FILE|DIR");
        message.sectionKeys(List.of(
                UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
                UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                UsageMessageSpec.SECTION_KEY_COMMAND_LIST));
        for (CommandLine command : nmt.getSubcommands().values()) {
            UsageMessageSpec one = command.getCommandSpec().usageMessage();
            one.abbreviateSynopsis(true);
            one.sectionMap().put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING, help -> System.lineSeparator());
            one.sectionMap().put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, help -> exitCodes(help.commandSpec()));
        }
    }

    private static String exitCodes(CommandSpec command) {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        return codes.entrySet().stream()
                .map(code -> code.getKey() + " " + code.getValue())
                .collect(Collectors.joining(", ", "Exit codes: ", System.lineSeparator()));
    }
}
