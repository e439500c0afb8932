package io.nmt.it.programs;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Has asked for the platform's MBean server before anything else, and never does again. With an argument, it waits then
 * until the agent's bean is there.
 */
public final class Managed {
    private static final long PAUSE_NANOS = 1_000_000;

    private Managed() {}

    public static void main(String[] arguments) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        // A thread of the agent registers it.
        while (arguments.length > 0 && !server.isRegistered(new ObjectName("io.nmt:type=NativeMemory"))) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        tell(server);
        // Not the platform's: it gets no such bean.
        Talk.say("others " + MBeanServerFactory.newMBeanServer().getDomains().length);
        Talk.say("ready");
        Talk.await("tell");
        tell(server);
        Talk.await("finish");
    }

    private static void tell(MBeanServer server) throws Exception {
        Set<ObjectName> names = server.queryNames(new ObjectName("io.nmt:type=NativeMemory"), null);
        Talk.say("beans " + names);
        for (ObjectName name : names) {
            Talk.say("untracked " + server.getAttribute(name, "UntrackedBlocks"));
        }
    }
}
