package io.nmt.agent.programs;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a program, or a library that probes the JDK, can see of it: which packages are exported and opened to whom, what
 * reflection tells of the classes whose names are the arguments, and which threads run.
 *
 * <p>Run it with {@code --add-exports java.base/jdk.internal.loader=ALL-UNNAMED}.
 */
public final class Surroundings {
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
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            System.out.println("thread " + thread.getName() + ", daemon " + thread.isDaemon());
        }
        try {
            Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null);
            System.out.println("the JDK's own Unsafe is within reach");
        } catch (IllegalAccessException e) {
            System.out.println("no access to the JDK's own Unsafe");
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
