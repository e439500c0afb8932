package io.nmt.it.programs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A program's, or a probing library's, view of the JDK: packages that are exported and opened, reflection on the
 * classes whose names are the arguments; beans, stack traces of failures, threads and their groups, names of system
 * properties, and files in the directory.
 *
 * <p>Run it with {@code --add-exports java.base/jdk.internal.loader=ALL-UNNAMED}.
 */
public final class Surroundings {
    private static final String STATUS = "io.nmt.agent.status";
    private static final long TOO_MUCH = 1L << 60;
    private static final int TOO_HIGH_LEVEL = 10;
    private static final int MOST_TRIES = 12_000;
    private static final long PAUSE_MILLIS = 10;

    private Surroundings() {}

    public static void main(String[] classNames) throws ReflectiveOperationException {
        Map<String, Module> observers = new LinkedHashMap<>();
        observers.put("boot", bootLoaders());
        observers.put("platform", ClassLoader.getPlatformClassLoader().getUnnamedModule());
        observers.put("system", ClassLoader.getSystemClassLoader().getUnnamedModule());
        observers.put("fresh", new ClassLoader() {}.getUnnamedModule());
        for (Module module : ModuleLayer.boot().modules()) {
            for (String name : new TreeSet<>(module.getPackages())) {
                print(module, name, observers);
            }
        }
        for (String className : classNames) {
            print(className);
        }
        printBeans();
        printTraces();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            ThreadGroup group = thread.getThreadGroup(); // none once it has ended
            System.out.println("thread " + thread.getName() + ", daemon " + thread.isDaemon() + ", group "
                    + (group == null ? "none" : group.getName()));
        }
        System.out.println("in the program's group: " + Thread.activeCount() + " threads, "
                + Thread.currentThread().getThreadGroup().activeGroupCount() + " groups");
        System.getProperties().stringPropertyNames().forEach(name -> System.out.println("property " + name));
        for (String file : new File("").getAbsoluteFile().list()) {
            System.out.println("file " + file);
        }
        try {
            Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null);
            System.out.println("the JDK's own Unsafe is within reach");
        } catch (IllegalAccessException e) {
            System.out.println("no access to the JDK's own Unsafe");
        }
    }

    /** With the agent, once its own are there: the last of them is that of the process. */
    private static void printBeans() throws ReflectiveOperationException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName last = new ObjectName("io.nmt:type=Process");
            for (int i = 0; i < MOST_TRIES && System.getProperty(STATUS) != null && !server.isRegistered(last); i++) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (JMException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        server.queryNames(null, null).forEach(name -> System.out.println("bean " + name));
    }

    /** Prints errors and exceptions that pass methods with hooks. */
    private static void printTraces() {
        printTrace("unsafe", () -> Memory.UNSAFE.allocateMemory(TOO_MUCH));
        printTrace("reallocation", () -> Memory.UNSAFE.reallocateMemory(0, TOO_MUCH));
        printTrace("buffer", () -> ByteBuffer.allocateDirect(Integer.MAX_VALUE));
        printTrace("inflater", () -> new Inflater().setInput((byte[]) null));
        printTrace("deflater", () -> new Deflater(TOO_HIGH_LEVEL));
        printTrace("thread", () -> Thread.currentThread().start());
        printTrace("mapping", () -> {
            try (FileChannel channel = FileChannel.open(Path.of("/"))) {
                channel.map(FileChannel.MapMode.READ_ONLY, 0, 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void printTrace(String of, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | OutOfMemoryError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            StringBuilder trace =
                    new StringBuilder("trace of ").append(of).append(": ").append(cause.getClass());
            for (StackTraceElement frame : cause.getStackTrace()) {
                trace.append(' ').append(frame.getClassName()).append('.').append(frame.getMethodName());
            }
            System.out.println(trace);
        }
    }

    private static Module bootLoaders() throws ReflectiveOperationException {
        return (Module) Class.forName("jdk.internal.loader.BootLoader")
                .getMethod("getUnnamedModule")
                .invoke(null);
    }

    private static void print(Module module, String name, Map<String, Module> observers) {
        StringBuilder line = new StringBuilder(module.getName()).append('/').append(name);
        line.append(module.isExported(name) ? " exported" : "").append(module.isOpen(name) ? " open" : "");
        observers.forEach((who, observer) -> line.append(module.isExported(name, observer) ? " exported to " + who : "")
                .append(module.isOpen(name, observer) ? " open to " + who : ""));
        System.out.println(line);
    }

    private static void print(String className) {
        Class<?> type;
        try {
            type = Class.forName(className, false, null);
        } catch (ClassNotFoundException e) {
            return; // another system's, or another JDK's
        }
        System.out.println(type.toGenericString());
        List<String> members = new ArrayList<>();
        List.of(type.getDeclaredMethods(), type.getDeclaredFields(), type.getDeclaredConstructors())
                .forEach(declared -> Arrays.stream(declared)
                        .map(member -> member + ", modifiers " + ((Member) member).getModifiers() + ", annotations "
                                + ((AccessibleObject) member).getAnnotations().length)
                        .forEach(members::add));
        members.stream().sorted().forEach(member -> System.out.println("    " + member));
    }
}
