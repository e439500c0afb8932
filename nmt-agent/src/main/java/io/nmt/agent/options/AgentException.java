package io.nmt.agent.options;

/** The reason why the agent stays inactive, in words for the user. */
public final class AgentException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * An exception.
     *
     * @param message one line
     */
    public AgentException(String message) {
        super(message);
    }

    static AgentException wrongValue(String key, String value, String allowed) {
        return new AgentException("'" + value + "' is not a value of the option " + key + "; allowed: " + allowed);
    }
}
