package io.nmt.agent;

/** Whether options of the agent are right, for who wants to know before they reach a JVM. */
public final class OptionCheck {
    private OptionCheck() {}

    /**
     * Looks at options. Whether a file in them can be written, only the JVM that gets them can tell.
     *
     * @param options as after {@code -javaagent:nmt-agent.jar=}, or null
     * @return what is wrong and what is allowed; null if nothing is
     */
    public static String problem(String options) {
        try {
            AgentOptions.parse(options);
            return null;
        } catch (AgentException e) {
            return e.getMessage();
        }
    }
}
