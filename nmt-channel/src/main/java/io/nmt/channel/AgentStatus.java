package io.nmt.channel;

/** The system properties by which the agent in a process and the command that attached it inform each other. */
public final class AgentStatus {
    /** A system property of the JVM: {@link #ACTIVE}, or why the agent is not. */
    public static final String PROPERTY = "io.nmt.agent.status";

    /** The value of {@link #PROPERTY} while the agent tracks. */
    public static final String ACTIVE = "active";

    /** A system property of the JVM: why the agent cannot listen for commands. Not there if it does. */
    public static final String NOT_LISTENING = "io.nmt.agent.notListening";

    /**
     * A system property of the JVM: the options of the agent, if it was attached. Not there if {@code -javaagent}
     * started it. Of several at once, one wins.
     */
    public static final String OPTIONS = "io.nmt.agent.options";

    /**
     * In place of options, to an agent that is attached: to listen for commands. As an option it would be wrong, since
     * those are {@code key=value}.
     */
    public static final String LISTEN = "commands";

    /** Before options, to an agent that is attached: to track with them and to listen for commands. */
    public static final String LISTEN_WITH = LISTEN + ",";

    /**
     * The position in bytes of a file pointer that an agent that tracks keeps in its jar, as long as the JVM lives: no
     * reader of the jar comes there. {@code /proc/PID/fdinfo} shows it, so that others can see that a JVM is tracked
     * without asking it.
     */
    public static final long MARK_POSITION = 0x6E_6D_74_0000L;

    private AgentStatus() {}
}
