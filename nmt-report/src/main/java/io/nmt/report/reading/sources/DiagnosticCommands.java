package io.nmt.report.reading.sources;

import io.nmt.core.reader.JdkInside;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The commands of {@code jcmd}, run in this process. With the agent by the native method behind the MBean of these
 * commands: the platform's MBean server, which the MBean needs, takes a tenth of a second to be made, and is made only
 * without the agent, or where a JDK has no such method. Thread-safe.
 */
public final class DiagnosticCommands {
    private static final String NAME = "com.sun.management:type=DiagnosticCommand";

    /** By their names as operations. */
    private static final Map<String, String> COMMANDS = Map.ofEntries(
            Map.entry("vmInfo", "VM.info"),
            Map.entry("vmNativeMemory", "VM.native_memory"),
            Map.entry("vmClassloaderStats", "VM.classloader_stats"),
            Map.entry("vmStringtable", "VM.stringtable"),
            Map.entry("vmSymboltable", "VM.symboltable"),
            Map.entry("gcHeapInfo", "GC.heap_info"),
            Map.entry("compilerCodecache", "Compiler.codecache"),
            Map.entry("compilerCodelist", "Compiler.codelist"),
            Map.entry("compilerQueue", "Compiler.queue"),
            Map.entry("compilerMemory", "Compiler.memory"),
            Map.entry("systemNativeHeapInfo", "System.native_heap_info"),
            Map.entry("systemTrimNativeHeap", "System.trim_native_heap"));

    private DiagnosticCommands() {}

    /**
     * The method {@code String executeDiagnosticCommand(String)}, and an object to call it on; nulls where there is
     * none.
     */
    private static final class Direct {
        static final Object BEAN;
        static final Method EXECUTE;

        static {
            Object bean = null;
            Method execute = null;
            try {
                if (JdkInside.isReachable()) {
                    // Loads the library.
                    Class.forName("com.sun.management.internal.PlatformMBeanProviderImpl");
                    Class<?> type = Class.forName("com.sun.management.internal.DiagnosticCommandImpl");
                    execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
                    JdkInside.makeAccessible(execute);
                    bean = JdkInside.newInstance(type);
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                bean = null; // a JDK that has it elsewhere
            }
            BEAN = bean;
            EXECUTE = execute;
        }

        private Direct() {}
    }

    /** True if it needs the platform's MBean server. */
    public static boolean needServer() {
        return Direct.BEAN == null;
    }

    /**
     * Runs a command.
     *
     * @param operation its name as an operation of the MBean, such as {@code gcHeapInfo}
     * @param arguments of the command, if it takes any
     * @return its output; nothing if this JVM does not have it
     */
    public static String run(String operation, String... arguments) {
        try {
            Object output = needServer() ? Server.invoke(operation, arguments) : execute(operation, arguments);
            return output == null ? "" : output.toString();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // No such command in this JVM, no module jdk.management, or the application forbids it.
            return "";
        }
    }

    private static Object execute(String operation, String... arguments) throws ReflectiveOperationException {
        StringBuilder command = new StringBuilder(COMMANDS.get(operation));
        for (String argument : arguments) {
            command.append(' ').append(argument);
        }
        try {
            return Direct.EXECUTE.invoke(Direct.BEAN, command.toString());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error; // no memory, or no room on the stack
            }
            throw e;
        }
    }

    /** Apart: a class that catches what java.management declares cannot be linked without it. */
    private static final class Server {
        private Server() {}

        static Object invoke(String operation, String... arguments) {
            try {
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                ObjectName bean = new ObjectName(NAME);
                return arguments.length == 0
                        ? server.invoke(bean, operation, new Object[0], new String[0])
                        : server.invoke(
                                bean, operation, new Object[] {arguments}, new String[] {String[].class.getName()});
            } catch (JMException e) {
                return null;
            }
        }
    }
}
