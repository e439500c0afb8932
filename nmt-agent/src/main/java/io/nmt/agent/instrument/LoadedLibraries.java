package io.nmt.agent.instrument;

import io.nmt.core.internal.libraries.LibraryPools;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts hooks into those classes of libraries that were loaded before the agent. To be used once. */
final class LoadedLibraries {
    private static final String JNA = "com.sun.jna.Native";
    private static final String JNA_MEMORY = "com.sun.jna.Memory";
    private static final String OTEL_STORAGE =
            HookTable.OTEL_STORAGE.substring(1).replace('/', '.');
    private static final String NETTY = ".netty.buffer.";
    private static final String NETTY_PIPELINE = ".netty.channel.DefaultChannelPipeline";
    private static final String ARROW_ROOT = ".arrow.memory.RootAllocator";
    private static final String JETTY_POOL = ".jetty.io.ArrayByteBufferPool";
    private static final String UNDERTOW_POOL = ".undertow.server.DefaultByteBufferPool";

    private final Instrumentation instrumentation;
    private final LibraryHooks hooks;
    private final Set<Class<?>> hooked;

    /**
     * The hooks that {@code hooks} would give such a class while it loads, as far as they add nothing to it.
     *
     * @param hooked has the classes that were given hooks
     */
    LoadedLibraries(Instrumentation instrumentation, LibraryHooks hooks, Set<Class<?>> hooked) {
        this.instrumentation = instrumentation;
        this.hooks = hooks;
        this.hooked = hooked;
    }

    /** Hooks what is among these classes. */
    void hook(Class<?>[] loaded) {
        List<Class<?>> pools = new ArrayList<>();
        List<Class<?>> handles = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (isContextStorage(type)) {
                retransform(List.of(type));
                continue;
            }
            if (type.getClassLoader() == null) {
                continue;
            }
            HandleRow row = hooks.handles().of(slashed(type));
            if (row != null) {
                hooks.addWithoutField(row.owner()); // a class that is loaded can be given none
                handles.add(type);
            }
            if (type.getName().equals(JNA) && !hooks.isJnaLeftOut() && !LibraryHooks.isHooked(type)) {
                hookCallers(type.getClassLoader());
            } else if (isOfPools(type.getName())) {
                pools.add(type);
            } else if (slashed(type).equals(HookTable.SLF4J_MDC)) {
                retransform(List.of(type));
            }
        }
        Map<Class<?>, Throwable> refused = Retransformation.of(instrumentation, handles);
        for (Map.Entry<Class<?>, Throwable> refusal : refused.entrySet()) {
            Class<?> type = refusal.getKey();
            hooks.notCounted(
                    type.getClassLoader(),
                    hooks.handles().of(slashed(type)),
                    Retransformation.reason(refusal.getValue()));
        }
        if (!pools.isEmpty()) {
            hookPools(pools);
        }
    }

    private static boolean isContextStorage(Class<?> type) {
        return type.getName().endsWith(OTEL_STORAGE);
    }

    private static boolean isOfPools(String className) {
        return className.contains(NETTY)
                || className.endsWith(NETTY_PIPELINE)
                || className.endsWith(ARROW_ROOT)
                || className.contains(JETTY_POOL)
                || className.endsWith(UNDERTOW_POOL);
    }

    private static String slashed(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private void hookCallers(ClassLoader loader) {
        try {
            if (retransform(List.of(Class.forName(JNA_MEMORY, false, loader)))) {
                System.err.println("nmt: " + JNA + " was loaded before the agent. Memory that " + JNA_MEMORY
                        + " allocates is tracked. Calls by others of " + JNA + ".malloc are not");
                TrackedPart.lacks(new NotTracked(
                        Category.JNA.name(),
                        "calls of " + JNA + ".malloc by others than " + JNA_MEMORY + " are not",
                        true));
            }
        } catch (ClassNotFoundException | LinkageError e) {
            String memory = JNA_MEMORY.replace('.', '/');
            LibraryGaps.add(loader, memory, HookTable.ofLibrary(memory, true), e.toString());
        }
    }

    /** Its classes load one by one: those that are to come are hooked then. */
    private void hookPools(List<Class<?>> types) {
        retransform(types);
        try {
            hooks.defineClasses();
            types.forEach(LibraryPools::adopt);
        } catch (RuntimeException | LinkageError e) {
            return; // what is there already is not known
        }
    }

    /**
     * All at once: what one of them hands out behind its hook comes back through the hook of another. Returns whether
     * there was something to be hooked, and it is.
     */
    private boolean retransform(List<Class<?>> types) {
        List<Class<?>> withRows = new ArrayList<>();
        for (Class<?> type : types) {
            if (!hooks.hooksOf(slashed(type), true).isEmpty()) {
                withRows.add(type);
            }
        }
        Map<Class<?>, Throwable> refused = Retransformation.of(instrumentation, withRows);
        for (Map.Entry<Class<?>, Throwable> refusal : refused.entrySet()) {
            notHooked(refusal.getKey(), Retransformation.reason(refusal.getValue()));
        }
        return !withRows.isEmpty() && refused.isEmpty() && hooked.containsAll(withRows);
    }

    private void notHooked(Class<?> type, String why) {
        String className = slashed(type);
        LibraryGaps.add(type.getClassLoader(), className, hooks.hooksOf(className, true), why);
    }
}
