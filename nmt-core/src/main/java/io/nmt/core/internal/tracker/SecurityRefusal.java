package io.nmt.core.internal.tracker;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Says that a security manager came after the agent, and refuses what commands need. The agent's own classes may not
 * even set a system property then; this one is the boot loader's.
 */
@SuppressWarnings("removal") // JDKs before 24 may have a security manager
public final class SecurityRefusal {
    /** The reason, and the way out. */
    public static final String WORDS = "the application's security manager refuses it;"
            + " grant java.security.AllPermission to the agent's jar in a file named by -Djava.security.policy";

    /** As the command line reads it. */
    private static final String PROPERTY = "io.nmt.agent.notListening";

    private SecurityRefusal() {}

    /** Has each command that attaches say so, in a system property. Throws nothing. */
    public static void tellCommands() {
        AccessController.doPrivileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                try {
                    System.setProperty(PROPERTY, WORDS + "; it is tracked all the same");
                } catch (SecurityException e) {
                    return null; // it refuses even the JDK's own classes
                }
                return null;
            }
        });
    }
}
