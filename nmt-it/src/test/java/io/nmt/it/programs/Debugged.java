package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;
import javax.management.StandardMBean;

/** Takes native memory in all ways that the JDK has from 17 on, also such that fail, for a debugger to look at it. */
public final class Debugged {
    private static final int MIB = 1 << 20;
    private static final long TOO_MUCH = 1L << 60;

    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    private static final List<ByteBuffer> KEPT = new ArrayList<>();

    private Debugged() {}

    /** An object of the program's own, into whose initialiser a debugger steps. */
    private static final class Part {
        private final int bytes = MIB;
    }

    public static void main(String[] arguments) throws Exception {
        INHERITED.set("the program's");
        stepped();
        ThreadGroup group = new ThreadGroup("webapp");
        Thread request = new Thread(group, Debugged::fail, "request");
        request.setPriority(Thread.MIN_PRIORITY);
        request.setContextClassLoader(new ClassLoader() {});
        request.start();
        request.join();
        Talk.say("active in the group: " + group.activeCount());
        Talk.await("finish");
    }

    static void stepped() throws InterruptedException {
        Part part = new Part();
        ByteBuffer buffer = ByteBuffer.allocateDirect(part.bytes);
        UNSAFE.freeMemory(UNSAFE.reallocateMemory(UNSAFE.allocateMemory(1), 2));
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        Inflater inflater = new Inflater();
        inflater.end();
        Talk.say("stepped " + buffer.capacity());
    }

    private static void fail() {
        describeBean();
        ManagementFactory.getPlatformMBeanServer();
        failing(() -> UNSAFE.allocateMemory(TOO_MUCH));
        failing(() -> UNSAFE.reallocateMemory(UNSAFE.allocateMemory(1), TOO_MUCH));
        failing(() -> {
            while (true) {
                KEPT.add(ByteBuffer.allocateDirect(MIB));
            }
        });
    }

    /** Initialises the JDK's description of beans, which catches an exception of its own, before another thread can. */
    private static void describeBean() {
        new StandardMBean(ManagementFactory.getClassLoadingMXBean(), ClassLoadingMXBean.class, true);
    }

    private static void failing(Runnable action) {
        try {
            action.run();
        } catch (OutOfMemoryError e) {
            Talk.say("failed");
        }
    }
}
