package io.nmt.agent;

import io.nmt.channel.AgentStatus;

/**
 * The arguments of one start of the agent.
 *
 * @param options of the agent, maybe empty
 * @param listens the command that attaches the agent wants it to listen for commands
 * @param asked that command has no options of its own: its user only asked
 */
record StartArguments(String options, boolean listens, boolean asked) {
    // A user who only asked does not expect files to be written later.
    private static final String ASKED = "pressure=off";

    /**
     * Reads them.
     *
     * @param arguments as the JVM hands them over, or null
     */
    static StartArguments of(String arguments, boolean attached) {
        if (attached && AgentStatus.LISTEN.equals(arguments)) {
            return new StartArguments(ASKED, true, true);
        }
        if (attached && arguments != null && arguments.startsWith(AgentStatus.LISTEN_WITH)) {
            return new StartArguments(arguments.substring(AgentStatus.LISTEN_WITH.length()), true, false);
        }
        return new StartArguments(arguments == null ? "" : arguments, false, false);
    }

    boolean hasOwnOptions() {
        return !asked && !options.isBlank();
    }
}
