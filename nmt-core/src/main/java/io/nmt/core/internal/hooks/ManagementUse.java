package io.nmt.core.internal.hooks;

import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.threads.DetachedThread;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Knows when the platform's MBean server is made. That takes a tenth of a second, and most programs never use it; so
 * the agent does not ask for it, but waits until other code does.
 */
public final class ManagementUse implements Function<Stream<StackWalker.StackFrame>, Boolean> {
    private static final String PLATFORM = "java.lang.management.ManagementFactory";
    private static final String REGISTRATION = "io.nmt.agent.jmx.Registration";

    private static final String AGENT = "-javaagent:";

    private ManagementUse() {}

    /** Registers the beans on a thread of the tracker. */
    private record Registering(Object server) implements Runnable {
        @Override
        public void run() {
            try {
                // By name, or the agent would have to load it at start, to hand it over.
                Class.forName(REGISTRATION, true, ClassLoader.getSystemClassLoader())
                        .getMethod("register", Object.class)
                        .invoke(null, server);
            } catch (Throwable t) {
                // Nothing is counted here: there is one MBean less, and no more.
            }
        }
    }

    /**
     * True if another agent may have made the server already: agents before ours on the command line run first.
     *
     * @return false if ours is the only one
     */
    public static boolean mayHaveBeenMade() {
        int agents = 0;
        try {
            for (String argument : JdkInternals.access().runtimeArguments()) {
                agents += argument.startsWith(AGENT) ? 1 : 0;
            }
        } catch (LinkageError | RuntimeException e) {
            return true; // this JDK does not tell
        }
        return agents > 1;
    }

    /**
     * Called when any MBean server was made, by the code that made it. The beans come a moment later: to register them
     * takes permissions, files and exceptions that are caught, with which the calling thread has nothing to do.
     *
     * @param server the new one; this package knows nothing of its type
     */
    public static void serverMade(Object server) {
        try {
            if (StackWalker.getInstance().walk(new ManagementUse())) { // applications make others, for themselves
                DetachedThread.of("nmt-mbeans", new Registering(server)).start();
            }
        } catch (Throwable t) {
            // Nothing is counted here: there is one MBean less, and no more.
        }
    }

    /** True if one of the frames makes the platform's server. */
    @Override
    public Boolean apply(Stream<StackWalker.StackFrame> frames) {
        return frames.anyMatch(new Predicate<StackWalker.StackFrame>() {
            @Override
            public boolean test(StackWalker.StackFrame frame) {
                return frame.getClassName().equals(PLATFORM);
            }
        });
    }
}
