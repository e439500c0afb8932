package io.nmt.micrometer;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * The agent's MBeans. By these its figures are found from every class loader (that of Quarkus loads nmt-core a second
 * time where it is among the application's jars), and no class of nmt-core is loaded where the agent may be attached
 * later.
 */
final class AgentSource implements Source {
    private static final String STATUS = "io.nmt.agent.status";
    private static final String ACTIVE = "active";
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final long LONGEST_WAIT_NANOS = 2_000_000_000;
    private static final long PAUSE_MILLIS = 10;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName memory = name("io.nmt:type=NativeMemory");
    private final ObjectName process = name("io.nmt:type=Process");

    /** True if the agent is in this process. Reads a system property, and no more. */
    static boolean isThere() {
        return ACTIVE.equals(System.getProperty(STATUS));
    }

    /**
     * True if its MBeans are registered, too. A thread of the agent registers them when the server is made, so this
     * waits for them, two seconds at the most.
     */
    boolean isUsable() {
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (!server.isRegistered(memory) || !server.isRegistered(process)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private static ObjectName name(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    @Override
    public Figures read() {
        Map<String, Figures.Usage> categories = new LinkedHashMap<>();
        for (Object row : ((TabularData) attribute(memory, "Categories")).values()) {
            CompositeData usage = (CompositeData) ((CompositeData) row).get(VALUE);
            categories.put(
                    (String) ((CompositeData) row).get(KEY),
                    new Figures.Usage(
                            number(usage, "committed"), number(usage, "peakCommitted"), number(usage, "count")));
        }
        return new Figures(categories, number((CompositeData) attribute(memory, "Total"), "peakCommitted"));
    }

    @Override
    public long process(String attribute) {
        return (long) attribute(process, attribute);
    }

    private Object attribute(ObjectName bean, String attribute) {
        try {
            return server.getAttribute(bean, attribute);
        } catch (JMException e) {
            throw new IllegalStateException("cannot read " + attribute + " of " + bean, e);
        }
    }

    private static long number(CompositeData data, String key) {
        return (long) data.get(key);
    }
}
