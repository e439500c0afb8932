package io.nmt.agent.jmx;

import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Puts the MBeans into the platform's MBean server, when that is there. */
public final class Registration {
    private static final String NAME = "io.nmt:type=NativeMemory";
    private static final String PROCESS = "io.nmt:type=Process";

    // Only the platform's has it.
    private static final String RUNTIME = "java.lang:type=Runtime";

    private Registration() {}

    /**
     * Registers. Called by {@code ManagementUse}, by name.
     *
     * @param server the platform's
     */
    public static void register(Object server) {
        try {
            MBeanServer platform = (MBeanServer) server;
            CategoryBeans categories = new CategoryBeans(platform);
            NativeMemoryBean memory = new NativeMemoryBean(categories);
            platform.registerMBean(DescribedBean.of(memory, NativeMemoryMXBean.class), new ObjectName(NAME));
            categories.register();
            platform.registerMBean(DescribedBean.of(new ProcessBean(), ProcessMXBean.class), new ObjectName(PROCESS));
        } catch (InstanceAlreadyExistsException e) {
            // The hook has seen the server, too.
        } catch (JMException | RuntimeException e) {
            System.err.println("nmt: an MBean is missing: " + e);
        }
    }

    /** Registers if the platform's MBean server has been made already. Does not make it. */
    public static void registerIfServerIsThere() {
        try {
            ObjectName runtime = new ObjectName(RUNTIME);
            for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
                if (server.isRegistered(runtime)) {
                    register(server);
                }
            }
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }
}
