package io.nmt.agent;

import java.lang.instrument.Instrumentation;

/**
 * Where the JVM enters the agent. Compiled for Java 8, so that a JVM too old for the agent says so in one line and runs
 * on, instead of ending with an {@code UnsupportedClassVersionError}.
 */
public final class Launcher {
    private static final int OLDEST_JDK = 17;

    private Launcher() {}

    /**
     * Called by the JVM for {@code -javaagent}.
     *
     * @param options what follows the jar's name, or null
     * @param instrumentation of this JVM
     */
    public static void premain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, false);
    }

    /**
     * Called by the JVM when the agent is attached to a running process.
     *
     * @param options given by who attached it, or null
     * @param instrumentation of this JVM
     */
    public static void agentmain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, true);
    }

    private static void start(String options, Instrumentation instrumentation, boolean attached) {
        String version = System.getProperty("java.specification.version", "");
        if (feature(version) < OLDEST_JDK) {
            System.err.println("nmt: needs JDK " + OLDEST_JDK + " or later, this is " + version
                    + "; native memory is not tracked");
            return;
        }
        try {
            Agent.start(options, instrumentation, attached);
        } catch (Throwable t) {
            System.err.println("nmt: " + t + "; native memory is not tracked");
        }
    }

    private static int feature(String version) {
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            return 0; // 1.8
        }
    }
}
