package io.nmt.agent.instrument;

import io.nmt.core.internal.libraries.LibraryPools;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** Puts hooks into those classes of libraries that were loaded before the agent. To be used once. */
final class LoadedLibraries {
    private static final String JNA = "com.sun.jna.Native";
    private static final String JNA_MEMORY = "com.sun.jna.Memory";
    private static final String NETTY = ".netty.buffer.";
    private static final String NETTY_PIPELINE = ".netty.channel.DefaultChannelPipeline";
    private static final String ARROW_ROOT = ".arrow.memory.RootAllocator";
    private static final String JETTY_POOL = ".jetty.io.ArrayByteBufferPool";
    private static final String UNDERTOW_POOL = ".undertow.server.DefaultByteBufferPool";

    private final Instrumentation instrumentation;
    private final LibraryHooks hooks;

    /** Those that {@code hooks} would give such a class while it loads, as far as they add nothing to it. */
    LoadedLibraries(Instrumentation instrumentation, LibraryHooks hooks) {
        this.instrumentation = instrumentation;
        this.hooks = hooks;
    }

    /** Hooks what is among these classes. */
    void hook(Class<?>[] loaded) {
        List<Class<?>> pools = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (type.getClassLoader() == null) {
                continue;
            }
            HandleRow row = hooks.handles().of(slashed(type));
            if (row != null) {
                redefine(type, row);
            }
            if (type.getName().equals(JNA) && !hooks.isJnaLeftOut() && !isHooked(type)) {
                hookCallers(type.getClassLoader());
            } else if (isOfPools(type.getName())) {
                pools.add(type);
            }
        }
        if (!pools.isEmpty()) {
            hookPools(pools);
        }
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

    /** A class that is loaded can be given no field. */
    private void redefine(Class<?> type, HandleRow row) {
        try {
            hooks.addWithoutField(row.owner());
            byte[] bytes = hooks.hookHandles(type.getClassLoader(), row, HookingVisitor.bytesOf(type), false);
            if (bytes != null) {
                instrumentation.redefineClasses(new ClassDefinition(type, bytes));
            }
        } catch (ClassNotFoundException
                | IOException
                | UnmodifiableClassException
                | RuntimeException
                | LinkageError e) {
            System.err.println("nmt: handles of " + type.getName() + " are not counted: " + e);
        }
    }

    private static boolean isHooked(Class<?> type) {
        try {
            return !Modifier.isNative(
                    type.getDeclaredMethod("malloc", long.class).getModifiers());
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    private void hookCallers(ClassLoader loader) {
        try {
            if (redefine(List.of(Class.forName(JNA_MEMORY, false, loader)))) {
                System.err.println("nmt: " + JNA + " was loaded before the agent: what " + JNA_MEMORY
                        + " allocates is tracked, what others allocate by calls of " + JNA + ".malloc is not");
                TrackedPart.lacks(new NotTracked(
                        Category.JNA.name(),
                        "calls of " + JNA + ".malloc by others than " + JNA_MEMORY + " are not",
                        true));
            }
        } catch (ClassNotFoundException | LinkageError e) {
            LibraryHooks.notHooked(JNA_MEMORY, HookTable.ofLibrary(JNA_MEMORY.replace('.', '/'), true), e.toString());
        }
    }

    /** Its classes load one by one: those that are to come are hooked then. */
    private void hookPools(List<Class<?>> types) {
        redefine(types);
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
    private boolean redefine(List<Class<?>> types) {
        List<ClassDefinition> definitions = new ArrayList<>();
        for (Class<?> type : types) {
            String className = slashed(type);
            List<Hook> rows = hooks.hooksOf(className, true);
            if (!rows.isEmpty()) {
                try {
                    byte[] bytes = hooks.hook(type.getClassLoader(), className, HookingVisitor.bytesOf(type), rows);
                    if (bytes != null) {
                        definitions.add(new ClassDefinition(type, bytes));
                    }
                } catch (IOException | RuntimeException | LinkageError e) {
                    LibraryHooks.notHooked(className, rows, e.toString());
                }
            }
        }
        try {
            instrumentation.redefineClasses(definitions.toArray(new ClassDefinition[0]));
            return !definitions.isEmpty();
        } catch (UnsupportedOperationException e) {
            return retransform(definitions); // another agent has added to them
        } catch (ClassNotFoundException | UnmodifiableClassException | RuntimeException | LinkageError e) {
            return notHooked(definitions, e);
        }
    }

    private boolean notHooked(List<ClassDefinition> definitions, Throwable why) {
        for (ClassDefinition definition : definitions) {
            String className = slashed(definition.getDefinitionClass());
            LibraryHooks.notHooked(className, hooks.hooksOf(className, true), why.toString());
        }
        if (definitions.stream()
                .anyMatch(
                        definition -> isOfPools(definition.getDefinitionClass().getName()))) {
            System.err.println("nmt: the buffers of "
                    + definitions.get(0).getDefinitionClass().getPackageName() + " are not known: " + why);
        }
        return false;
    }

    /** Adds to what other agents have made of the classes, now and whenever they change it. */
    private boolean retransform(List<ClassDefinition> definitions) {
        Map<Class<?>, List<Hook>> rows = Collections.synchronizedMap(new WeakHashMap<>());
        for (ClassDefinition definition : definitions) {
            Class<?> type = definition.getDefinitionClass();
            rows.put(type, hooks.hooksOf(slashed(type), true));
        }
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                        List<Hook> hooked = type == null ? null : rows.get(type);
                        return hooked == null ? null : hooks.hook(loader, name, bytes, hooked);
                    }
                },
                true);
        try {
            instrumentation.retransformClasses(rows.keySet().toArray(new Class<?>[0]));
            return true;
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
            return notHooked(definitions, e);
        }
    }
}
