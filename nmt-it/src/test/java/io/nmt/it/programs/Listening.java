package io.nmt.it.programs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Tells on demand what the agent has left in it: its threads, and how many agents the JVM knows. With an argument it
 * first gives those threads time to end.
 */
public final class Listening {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final String AGENT = "sun.instrument.InstrumentationImpl";
    private static final long TIME_TO_END_NANOS = 60_000_000_000L;

    private Listening() {}

    public static void main(String[] arguments) throws IOException, JMException {
        long start = System.nanoTime();
        while (arguments.length > 0 && !threads().isEmpty() && System.nanoTime() - start < TIME_TO_END_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        Talk.say("ready");
        Talk.await("tell");
        tell("before");
        Talk.await("tell");
        tell("after");
        Talk.await("finish");
    }

    /** The thread that answers a command ends after the answer has. */
    private static void tell(String label) throws JMException {
        long start = System.nanoTime();
        while (threads().contains("nmt-answering") && System.nanoTime() - start < TIME_TO_END_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        Talk.say(label + " threads " + threads() + ", agents " + agents());
    }

    private static List<String> threads() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("nmt-")) {
                names.add(thread.getName());
            }
        }
        names.sort(null);
        return names;
    }

    /** The JVM holds one such object for each agent that was loaded. */
    private static String agents() throws JMException {
        Object histogram = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .toString()
                .lines()
                .filter(line -> line.contains(AGENT + " "))
                .map(line -> line.trim().split(" +")[1])
                .findFirst()
                .orElse("0");
    }
}
