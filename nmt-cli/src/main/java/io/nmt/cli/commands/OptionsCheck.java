package io.nmt.cli.commands;

/** Checks the agent's options, which the command line does not know itself. */
public interface OptionsCheck {
    /**
     * Returns the problem of the agent's options.
     *
     * @param options as after {@code -javaagent:nmt-agent.jar=}; may be null
     * @return null if there is none
     */
    String problemOf(String options);
}
