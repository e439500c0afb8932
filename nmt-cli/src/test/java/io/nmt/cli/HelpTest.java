package io.nmt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/** The texts of {@code --help}, on a terminal of 80 columns and 24 rows. */
class HelpTest {
    private static final int COLUMNS = 80;
    private static final int ROWS_BUT_THE_PROMPT = 23;
    private static final int UNBROKEN = 1000;

    @Test
    void allCommandsAreOnOneScreen() {
        CommandLine nmt = Main.commandLine(options -> null, "");
        String help = nmt.getUsageMessage(Ansi.OFF);

        assertThat(help.lines().toList())
                .hasSizeLessThanOrEqualTo(ROWS_BUT_THE_PROMPT)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS))
                // The first question of many who come.
                .anySatisfy(line -> assertThat(line).startsWith("  rss ").contains("a pod is killed"))
                .anySatisfy(line -> assertThat(line).startsWith("  postmortem ").contains("pod ended"));
        for (String command : nmt.getSubcommands().keySet()) {
            assertThat(help)
                    .containsPattern(
                            switch (command) {
                                case "help" -> "--help";
                                case "explain" -> "^Usage: nmt PID\\|NAME explains a JVM\\.";
                                case "jfc" -> "\n  report .* 'nmt jfc' writes the settings";
                                case "diff" -> "\n  baseline .*: diff shows the changes since";
                                case "jvm" -> "\n  rss .* See also: jvm";
                                default -> "\n  " + command + " ";
                            });
        }
    }

    /** Neither in the synopsis nor in a description. */
    @Test
    void noNameIsBrokenAtTheEndOfALine() {
        for (CommandLine command : commands()) {
            List<String> asShown = words(command, COLUMNS);

            assertThat(command.getUsageMessage(Ansi.OFF).lines())
                    .as(command.getCommandName())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
            assertThat(asShown).as(command.getCommandName()).isEqualTo(words(command, UNBROKEN));
        }
    }

    private static List<String> words(CommandLine command, int columns) {
        command.setUsageHelpWidth(columns);
        return List.of(command.getUsageMessage(Ansi.OFF).strip().split("\\s+"));
    }

    @Test
    void everyTimeTellsItsUnits() {
        int times = 0;
        for (CommandLine command : commands()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                boolean isTime = option.paramLabel().equals("TIME");
                times += isTime ? 1 : 0;
                String description = String.join(" ", option.description());
                assertThat(description.contains("10s, 5m or 1h; a number alone is seconds"))
                        .as("%s %s: %s", command.getCommandName(), option.longestName(), description)
                        .isEqualTo(isTime);
                assertThat(option.paramLabel()).isNotEqualToIgnoringCase("SECONDS");
            }
        }
        assertThat(times).isGreaterThan(20);
    }

    private static Collection<CommandLine> commands() {
        return Main.commandLine(options -> null, "").getSubcommands().values();
    }
}
