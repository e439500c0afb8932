package io.nmt.agent.instrument;

import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Places the hooks of the JDK's classes: in a loaded class by retransformation, in others while they load. At the
 * start, a class that is not loaded is awaited: most programs never load it, and to bring it in takes a millisecond.
 * {@link #awaitNoMore} brings in what has not come by then, so that reports can say what this JDK lacks.
 *
 * <p>Not thread-safe.
 */
final class HookPlacement {
    private final Instrumentation instrumentation;
    private final HookingTransformer transformer;
    private final HookCoverage coverage;

    /** The rows of classes that are awaited, in the order of the table. */
    private final Map<String, List<Hook>> awaited = new LinkedHashMap<>();

    private final List<Class<?>> loaded = new ArrayList<>();
    private boolean linkerIsAnnounced;
    private boolean arenasAreAnnounced;
    private boolean recorderIsAnnounced;
    private boolean unsafeRefuses;

    HookPlacement(Instrumentation instrumentation, HookingTransformer transformer, HookCoverage coverage) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
        this.coverage = coverage;
    }

    /** True if a hook will announce the first use of the {@code Linker}; false if that may have been already. */
    boolean linkerIsAnnounced() {
        return linkerIsAnnounced;
    }

    /** True if a hook will announce the first shared arena; false if there may have been one already. */
    boolean arenasAreAnnounced() {
        return arenasAreAnnounced;
    }

    /** True if a hook will announce the start of JFR; false if it may have started. */
    boolean recorderIsAnnounced() {
        return recorderIsAnnounced || awaited.containsKey(HookTable.RECORDER);
    }

    /** True if there are classes that are not loaded. */
    boolean awaits() {
        return !awaited.isEmpty();
    }

    /** True if a class cannot be changed on which all depends. */
    boolean unsafeRefuses() {
        return unsafeRefuses;
    }

    /**
     * Places hooks in loaded classes, and awaits the others.
     *
     * @param rows by class name, in the order of the table
     * @return null, or what went wrong with what all depends on
     */
    String placeInLoaded(Map<String, List<Hook>> rows) {
        for (Map.Entry<String, List<Hook>> entry : rows.entrySet()) {
            awaited.put(entry.getKey(), entry.getValue());
            List<Hook> whileLoading = new ArrayList<>();
            for (Hook hook : entry.getValue()) {
                if (hook.role() != Hook.Role.CALLER) {
                    whileLoading.add(hook);
                }
            }
            if (!whileLoading.isEmpty()) {
                transformer.expect(entry.getKey(), whileLoading);
            }
        }
        // From here on, what loads is changed: nothing is missed between the list and its reading.
        Set<String> present = LoadedJdkClasses.among(rows.keySet(), instrumentation);
        for (String className : rows.keySet()) {
            if (present.contains(className) || standInNow(awaited.get(className))) {
                prepare(className, awaited.get(className));
                awaited.remove(className);
            }
        }
        return changeLoaded();
    }

    /** True if a class has callers of natives alone, and these can be replaced no more. */
    private boolean standInNow(List<Hook> hooks) {
        for (Hook hook : hooks) {
            if (hook.role() != Hook.Role.CALLER || coverage.has(hook) || awaitsNativeOf(hook)) {
                return false;
            }
        }
        return true;
    }

    private boolean awaitsNativeOf(Hook caller) {
        for (List<Hook> hooks : awaited.values()) {
            for (Hook hook : hooks) {
                if (hook.role() == Hook.Role.NATIVE && HookCoverage.doesTheSame(hook, caller)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Brings in the classes that are still awaited. To be called again, if it throws. */
    void awaitNoMore() {
        Iterator<Map.Entry<String, List<Hook>>> rest = awaited.entrySet().iterator();
        while (rest.hasNext()) {
            Map.Entry<String, List<Hook>> entry = rest.next();
            prepare(entry.getKey(), entry.getValue());
            rest.remove();
        }
        changeLoaded();
    }

    /**
     * Places hooks in classes, which are brought in if they are not there.
     *
     * @param rows by class name, in the order of the table
     * @return null, or what went wrong with one of them
     */
    String place(Map<String, List<Hook>> rows) {
        for (Map.Entry<String, List<Hook>> entry : rows.entrySet()) {
            prepare(entry.getKey(), entry.getValue());
        }
        String problem = changeLoaded();
        coverage.tellRefused();
        return problem;
    }

    /** Has a class changed while it loads, or adds it to those that are loaded. */
    private void prepare(String className, List<Hook> hooks) {
        List<Hook> whileLoading = new ArrayList<>();
        List<Hook> onceLoaded = new ArrayList<>();
        for (Hook hook : hooks) {
            coverage.want(hook);
            if (hook.role().isOfNative() && coverage.has(hook)) {
                continue; // another system's class, or one that calls what is hooked
            }
            if (hook.role() == Hook.Role.CALLER) {
                onceLoaded.add(hook);
            } else {
                whileLoading.add(hook);
                if (hook.role() != Hook.Role.NATIVE) {
                    onceLoaded.add(hook);
                }
            }
        }
        if (whileLoading.isEmpty() && onceLoaded.isEmpty()) {
            if (!hooks.isEmpty()) {
                transformer.forget(className);
            }
            return;
        }
        if (whileLoading.isEmpty()) {
            whileLoading = onceLoaded;
        }
        HookedClass hooked = awaited.containsKey(className) ? transformer.of(className) : null;
        if (hooked == null) {
            hooked = transformer.expect(className, whileLoading);
        }
        Class<?> type = find(className);
        if (type == null) {
            MissingMethod.complainOfClass(whileLoading);
        }
        if (hooked.isPlaced()) {
            coverage.place(whileLoading);
            announce(whileLoading);
        } else if (type != null && !onceLoaded.isEmpty()) {
            hooked.use(onceLoaded);
            coverage.place(onceLoaded); // until it turns out that it refuses: others depend on it
            loaded.add(type);
        } else {
            transformer.forget(className);
        }
    }

    /** Has the loaded classes changed. Returns null, or what went wrong with what all depends on. */
    private String changeLoaded() {
        Map<Class<?>, Throwable> refused = Retransformation.of(instrumentation, loaded);
        String problem = null;
        for (Class<?> type : loaded) {
            String className = type.getName().replace('.', '/');
            HookedClass hooked = transformer.of(className);
            Throwable refusal = refused.getOrDefault(type, hooked.failure());
            if (refusal == null && hooked.isPlaced()) {
                if (!JdkInternals.access().isInitialized(type)) {
                    announce(hooked.rows());
                }
                continue;
            }
            // Or else it would refuse what others do with it, too.
            transformer.forget(className);
            coverage.remove(hooked.rows());
            if (refusal == null) {
                MissingMethod.complainOf(hooked.missing());
            } else {
                String why = type.getName().concat(" cannot be changed: ").concat(Retransformation.reason(refusal));
                if (refused.containsKey(type)) {
                    why = why.concat(", ").concat(OtherAgents.asCause());
                }
                coverage.refuse(hooked.rows(), why);
                Hook.Role role = hooked.rows().get(0).role();
                unsafeRefuses |= role == Hook.Role.UNSAFE;
                problem = role == Hook.Role.UNSAFE || role.waits() ? why : problem;
            }
        }
        loaded.clear();
        return problem;
    }

    private void announce(List<Hook> hooks) {
        for (Hook hook : hooks) {
            linkerIsAnnounced |= hook.kind() == Hook.Kind.FIRST_USE;
            arenasAreAnnounced |= hook.kind() == Hook.Kind.FIRST_ARENA;
            recorderIsAnnounced |= hook.kind() == Hook.Kind.FIRST_RECORDING;
        }
    }

    /** A class that another system's JDK has may not be there. */
    static Class<?> find(String className) {
        try {
            return isInModule(className) ? Class.forName(className.replace('/', '.'), false, null) : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** False for one of a module that is not there. A debugger stops at exceptions, also where they are caught. */
    private static boolean isInModule(String className) {
        String packageName = className.substring(0, className.lastIndexOf('/')).replace('/', '.');
        if (Object.class.getModule().getPackages().contains(packageName)) {
            return true;
        }
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getPackages().contains(packageName)) {
                return true;
            }
        }
        return false;
    }
}
