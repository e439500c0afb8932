package io.nmt.agent;

import io.nmt.agent.options.AgentException;
import io.nmt.agent.options.AgentOptions;
import io.nmt.cli.Main;

/** Runs the command line, which does not know the agent, with the agent's check of its options. */
final class CommandLineStart {
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
        return Main.run(CommandLineStart::problemOf, arguments);
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
