package io.nmt.agent;

/** Why the agent stays inactive, in words for the user. */
final class AgentException extends Exception {
    private static final long serialVersionUID = 1;

    AgentException(String message) {
        super(message);
    }
}
