package io.nmt.core.rss;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The commands of {@code jcmd}, run in this process. The first use makes the platform's MBean server. Thread-safe. */
final class DiagnosticCommands {
    private static final String NAME = "com.sun.management:type=DiagnosticCommand";

    private DiagnosticCommands() {}

    /**
     * Runs a command without arguments.
     *
     * @param operation its name there, such as {@code gcHeapInfo}
     * @return its output; nothing if this JVM does not have it
     */
    static String run(String operation) {
        return invoke(operation, new Object[0], new String[0]);
    }

    /** Runs a command that takes arguments. */
    static String run(String operation, String... arguments) {
        return invoke(operation, new Object[] {arguments}, new String[] {String[].class.getName()});
    }

    private static String invoke(String operation, Object[] parameters, String[] signature) {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            Object output = server.invoke(new ObjectName(NAME), operation, parameters, signature);
            return output == null ? "" : output.toString();
        } catch (JMException | RuntimeException | LinkageError e) {
            // No such command in this JVM, no module jdk.management, or the application forbids it.
            return "";
        }
    }
}
