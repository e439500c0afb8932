package io.nmt.agent;

import io.nmt.agent.options.AgentException;
import io.nmt.agent.options.AgentOptions;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** Runs the command line, which does not know the agent, with the agent's check of its options. */
final class CommandLineStart {
    private static final String MAIN = "io.nmt.cli.Main";

    private CommandLineStart() {}

    /**
     * Runs a command and exits.
     *
     * @param arguments the command and its arguments
     */
    static void run(String... arguments) {
        System.exit(execute(arguments));
    }

    /**
     * Runs a command.
     *
     * @param arguments the command and its arguments
     * @return the exit code
     */
    static int execute(String... arguments) {
        UnaryOperator<String> optionCheck = CommandLineStart::problemOf;
        try {
            return (int) Class.forName(MAIN, true, PackedClasses.loader())
                    .getMethod("run", UnaryOperator.class, String[].class)
                    .invoke(null, optionCheck, arguments);
        } catch (ReflectiveOperationException | IOException e) {
            System.err.println("nmt: the jar is damaged: " + e);
            return 1;
        }
    }

    static String problemOf(String options) {
        try {
            AgentOptions.parse(options);
            return null;
        } catch (AgentException e) {
            return e.getMessage();
        }
    }
}
