package io.nmt.agent.commands;

import io.nmt.channel.AgentStatus;
import io.nmt.channel.CommandListener;
import java.io.IOException;

/** Has this process listen for commands, from the first one on. */
public final class CommandServer {
    private static CommandListener listener;

    private CommandServer() {}

    /** Begins to listen, unless it does. If it cannot, says why in {@link AgentStatus#NOT_LISTENING}. */
    public static synchronized void start() {
        try {
            if (listener != null && listener.isReachable()) {
                System.clearProperty(AgentStatus.NOT_LISTENING); // of a security manager that is gone
                return;
            }
            if (listener != null) {
                listener.close();
                listener = null;
            }
            listener = CommandListener.start(new Commands());
            System.clearProperty(AgentStatus.NOT_LISTENING);
        } catch (IOException e) {
            System.setProperty(AgentStatus.NOT_LISTENING, e.getMessage());
        }
    }
}
