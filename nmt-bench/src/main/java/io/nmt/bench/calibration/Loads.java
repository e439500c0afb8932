package io.nmt.bench.calibration;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Makes a JVM use memory of its own, in ways of different programs. Keeps all of it reachable. */
final class Loads {
    private static final List<Object> KEPT = new ArrayList<>();
    private static final int NODE_LENGTH = 64;
    private static final int HOT_CALLS = 3_000;

    private Loads() {}

    /**
     * Runs one.
     *
     * @param name of the kind
     * @param count how much of it: megabytes, threads, loaders, classes or strings
     * @param text files of libraries; may be empty
     */
    static void run(String name, int count, String text) throws Exception {
        switch (name) {
            case "idle" -> {}
            case "heap" -> fillHeap(count);
            case "threads" -> startThreads(count);
            case "loaders" -> makeLoaders(count, 1);
            case "applications" -> makeLoaders(count, 200);
            case "classes" -> KEPT.add(makeClasses(count));
            case "hidden" -> makeHidden(count);
            case "compiled" -> makeHot(count);
            case "interned" -> internStrings(count);
            case "handles" -> makeMethodTypes(count);
            case "libraries" -> loadLibraries(count, text);
            case "scripts" -> runScripts(count, text);
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Objects in all regions that refer to those of others, and young ones. */
    private static void fillHeap(int megabytes) {
        int nodes = megabytes * 2048;
        Object[] all = new Object[nodes];
        KEPT.add(all);
        long random = 1;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < nodes; i++) {
                Object[] node = round == 0 ? new Object[NODE_LENGTH * 2 - 4] : (Object[]) all[i];
                all[i] = node;
                random = random * 6364136223846793005L + 1442695040888963407L;
                node[i % NODE_LENGTH] = all[(int) ((random >>> 33) % (i + 1))];
                node[(i + 1) % NODE_LENGTH] = new byte[32];
            }
        }
    }

    private static void startThreads(int count) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                started.countDown();
                while (true) {
                    LockSupport.park();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        started.await();
    }

    private static void makeLoaders(int loaders, int classes) {
        for (int i = 0; i < loaders; i++) {
            PatchedClasses.Loader loader = new PatchedClasses.Loader();
            KEPT.add(loader);
            for (int j = 0; j < classes; j++) {
                KEPT.add(loader.define(j));
            }
        }
    }

    private static List<IntUnaryOperator> makeClasses(int count) {
        PatchedClasses.Loader loader = new PatchedClasses.Loader();
        List<IntUnaryOperator> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(loader.define(i));
        }
        return all;
    }

    private static void makeHidden(int count) throws IllegalAccessException {
        for (int i = 0; i < count; i++) {
            KEPT.add(PatchedClasses.defineHidden(i));
        }
    }

    private static void makeHot(int classes) {
        long sum = 0;
        for (IntUnaryOperator each : makeClasses(classes)) {
            for (int i = 0; i < HOT_CALLS; i++) {
                sum += each.applyAsInt(i);
            }
            KEPT.add(each);
        }
        KEPT.add(sum);
    }

    private static void internStrings(int count) {
        String[] all = new String[count];
        for (int i = 0; i < count; i++) {
            all[i] = ("interned string " + i).intern();
        }
        KEPT.add(all);
    }

    /** Method handles of so many shapes, each with lambda forms. */
    private static void makeMethodTypes(int count) {
        Class<?>[] types = {int.class, long.class, double.class, float.class, Object.class};
        for (int i = 0; i < count; i++) {
            MethodType type = MethodType.methodType(void.class);
            for (int rest = i + 1; rest > 0; rest /= types.length) {
                type = type.appendParameterTypes(types[rest % types.length]);
            }
            KEPT.add(MethodHandles.empty(type).asSpreader(Object[].class, type.parameterCount()));
        }
    }

    /** Loads so many classes of jars, which are separated as a class path is. */
    private static void loadLibraries(int count, String jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String jar : jars.split(File.pathSeparator)) {
            urls.add(new File(jar).toURI().toURL());
            try (JarFile file = new JarFile(jar)) {
                for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                    String name = entries.nextElement().getName();
                    if (name.endsWith(".class") && !name.startsWith("META-INF")) {
                        names.add(name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'));
                    }
                }
            }
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]));
        KEPT.add(loader);
        int loaded = 0;
        for (int i = 0; i < names.size() && loaded < count; i++) {
            try {
                Class<?> type = Class.forName(names.get(i), false, loader);
                Objects.requireNonNull(type.getMethods()); // links it
                loaded++;
            } catch (LinkageError | ClassNotFoundException e) {
                // needs another library
            }
        }
    }

    /** Compiles and runs scripts of Groovy, each of which keeps its classes. */
    private static void runScripts(int count, String jar) throws Exception {
        URLClassLoader loader =
                new URLClassLoader(new URL[] {new File(jar).toURI().toURL()});
        Class<?> shell = loader.loadClass("groovy.lang.GroovyShell");
        Map<Integer, Object> results = new HashMap<>();
        for (int i = 0; i < count; i++) {
            Object one = shell.getConstructor(ClassLoader.class).newInstance(loader);
            String script =
                    "def sum = 0; (1..100).each { sum += it * " + i + " }; [sum: sum, text: \"${sum} of " + i + "\"]";
            results.put(i, shell.getMethod("evaluate", String.class).invoke(one, script));
            KEPT.add(one);
        }
        KEPT.add(results);
    }
}
