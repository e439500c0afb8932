package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** Keeps the loaders of its plugins, or hidden classes, or has scripts whose loaders go. */
public final class ClassLoadersProgram {
    public static final int PARTS = 300;

    private static final int KEPT_AS_CONTEXT = 5;
    private static final long PAUSE_NANOS = 30_000_000;
    private static final int LOADERS_PER_COLLECTION = 100;
    private static final int HIDDEN_AT_ONCE = 20;
    private static final long REFUSED_BYTES = 16L << 40;
    private static final CountDownLatch END = new CountDownLatch(1);
    private static final List<Object> KEPT = new ArrayList<>();

    private static volatile boolean stopped;

    private ClassLoadersProgram() {}

    /** The class of a plugin. */
    public static final class Plugin {}

    /** A loader of plugins. */
    private static final class PluginLoader extends ClassLoader {
        PluginLoader() {
            super(ClassLoadersProgram.class.getClassLoader());
        }

        static PluginLoader create() {
            return new PluginLoader();
        }

        Class<?> plugin() throws IOException {
            String name = Plugin.class.getName();
            try (InputStream in = ClassLoadersProgram.class.getResourceAsStream("ClassLoadersProgram$Plugin.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        boolean leaks = arguments[0].equals("leak");
        boolean hides = arguments[0].equals("hide");
        Talk.say("ready");
        if (!leaks && !hides) {
            for (int i = 0; i < PARTS; i++) {
                KEPT.add(load());
            }
        }
        Thread working = new Thread(() -> work(leaks, hides), "working");
        working.setDaemon(true);
        working.start();
        for (String line = Talk.next(); !line.equals("stop"); line = Talk.next()) {
            if (line.equals("fail")) {
                fail();
            } else {
                dump(Path.of(line));
            }
        }
        stopped = true;
        working.join();
        System.gc(); // those that were dropped go
        Talk.say("kept " + KEPT.size());
        Talk.await("finish");
        System.exit(0);
    }

    private static void work(boolean leaks, boolean hides) {
        for (int i = 1; !stopped; i++) {
            try {
                Object plugin = hides ? hide() : load();
                if (leaks || hides) {
                    KEPT.add(plugin);
                }
                if (leaks && i <= KEPT_AS_CONTEXT) {
                    Thread thread = new Thread(ClassLoadersProgram::await, "plugin-" + i);
                    thread.setContextClassLoader(plugin.getClass().getClassLoader());
                    thread.setDaemon(true);
                    thread.start();
                }
            } catch (ReflectiveOperationException | IOException e) {
                throw new IllegalStateException(e);
            }
            if (i % LOADERS_PER_COLLECTION == 0) {
                System.gc();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static Object load() throws ReflectiveOperationException, IOException {
        return PluginLoader.create().plugin().getDeclaredConstructor().newInstance();
    }

    /** As an engine of rules does that compiles each anew. */
    private static Object hide() throws ReflectiveOperationException, IOException {
        try (InputStream in = ClassLoadersProgram.class.getResourceAsStream("ClassLoadersProgram$Plugin.class")) {
            byte[] bytes = in.readAllBytes();
            for (int i = 1; i < HIDDEN_AT_ONCE; i++) {
                KEPT.add(define(bytes));
            }
            return define(bytes);
        }
    }

    private static Class<?> define(byte[] bytes) throws IllegalAccessException {
        return MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
    }

    private static void await() {
        try {
            END.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves evidence. */
    private static void fail() {
        try {
            UNSAFE.allocateMemory(REFUSED_BYTES);
        } catch (OutOfMemoryError e) {
            Talk.say("refused");
        }
    }

    private static void dump(Path file) throws IOException {
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot()) {
            snapshot.dump(file);
        }
        Talk.say("dumped");
    }
}
