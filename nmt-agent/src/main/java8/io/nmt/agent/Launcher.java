package io.nmt.agent;

import java.lang.instrument.Instrumentation;

/**
 * The entry of the JVM to the agent and to the command line. It is compiled for Java 8: a JVM too old for them says so
 * in one line, and runs on with the agent, instead of ending with an {@code UnsupportedClassVersionError}.
 */
public final class Launcher {
    private static final int OLDEST_JDK = 17;

    private static volatile boolean refused; // which is said once, not at each command

    private Launcher() {}

    /**
     * Runs a command, where the JVM is new enough.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        String version = version();
        if (feature(version) < OLDEST_JDK) {
            System.err.println("nmt: needs JDK " + OLDEST_JDK + " or later, this is " + version + ": "
                    + System.getProperty("java.home"));
            System.exit(1);
        }
        CommandLineStart.run(arguments);
    }

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
     * @param options given by the attaching process, or null
     * @param instrumentation of this JVM
     */
    public static void agentmain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, true);
    }

    /** Throws nothing: what leaves {@code premain} ends the JVM. */
    private static void start(String options, Instrumentation instrumentation, boolean attached) {
        try {
            String version = versionIfTold();
            if (version != null && feature(version) < OLDEST_JDK) {
                complain("needs JDK " + OLDEST_JDK + " or later, this is " + version);
            } else {
                Agent.start(options, instrumentation, attached);
            }
        } catch (SecurityException e) {
            if (!refused) {
                refused = true;
                complain("the security manager does not let the agent start (" + e.getMessage()
                        + "): its jar needs java.security.AllPermission");
            }
        } catch (Throwable t) {
            complain(t instanceof ExceptionInInitializerError && t.getCause() != null ? t.getCause() : t);
        }
    }

    private static void complain(Object problem) {
        try {
            System.err.println("nmt: " + problem + "; native memory is not tracked");
        } catch (Throwable t) {
            // No memory, no stack or no permission is left, not even for that.
        }
    }

    /** Returns null where a security manager refuses it: the agent then says so, and tells commands if it tracks. */
    private static String versionIfTold() {
        try {
            return version();
        } catch (SecurityException e) {
            return null;
        }
    }

    private static String version() {
        return System.getProperty("java.specification.version", "");
    }

    private static int feature(String version) {
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            return 0; // 1.8
        }
    }
}
