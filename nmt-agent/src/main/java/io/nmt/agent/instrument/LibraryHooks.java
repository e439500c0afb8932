package io.nmt.agent.instrument;

import io.nmt.core.hooks.ClassHooks;
import io.nmt.core.tracker.Tracker;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.List;

/**
 * Puts hooks into the classes of libraries, of which nobody knows whether they will ever be there.
 *
 * <p>{@code ClassLoader} says by name when such a class may come ({@link ClassHooks}). A transformer is registered until it has
 * come, or has not. It is also shown a class that the JVM takes from an archive of the application's classes.
 *
 * <p>A library that was there before the hooks can be given no more methods. Its callers are hooked then, as far as they are
 * known.
 */
final class LibraryHooks implements ClassHooks.Listener, ClassFileTransformer {
    private static final String JNA = "com.sun.jna.Native";
    private static final String JNA_MEMORY = "com.sun.jna.Memory";

    private final Instrumentation instrumentation;
    private final Runnable classes;
    private boolean classesAreThere;
    private int loading;

    /**
     * The hooks of libraries in this JVM.
     *
     * @param instrumentation of this JVM
     * @param classes gives the boot loader what the hooks call; throws a runtime exception if it cannot
     */
    LibraryHooks(Instrumentation instrumentation, Runnable classes) {
        this.instrumentation = instrumentation;
        this.classes = classes;
    }

    @Override
    public synchronized void begin() {
        if (loading++ == 0) {
            instrumentation.addTransformer(this, false);
            instrumentation.setNativeMethodPrefix(this, NativeReplacement.PREFIX);
        }
    }

    @Override
    public synchronized void end() {
        // Is 0 where the begin was lost: there was no room left on the thread's stack.
        if (loading > 0 && --loading == 0) {
            instrumentation.removeTransformer(this);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (loader == null || redefined != null || className == null) {
            return null;
        }
        List<Hook> hooks = HookTable.ofLibrary(className, false);
        if (hooks.isEmpty()) {
            return null;
        }
        try {
            return hook(loader, bytes, hooks);
        } catch (RuntimeException | LinkageError e) {
            return notHooked(className, e.toString());
        }
    }

    private byte[] hook(ClassLoader loader, byte[] bytes, List<Hook> hooks) {
        String className = hooks.get(0).className();
        if (!seesHooks(loader)) {
            return notHooked(className, loader + " does not let it see classes of the boot loader");
        }
        defineClasses();
        HookingVisitor visitor = HookingVisitor.hook(bytes, hooks);
        Hook missing = visitor.missing();
        return missing == null ? visitor.bytes() : notHooked(className, "it has no " + missing.method());
    }

    /** As every loader does, but for some that load all by themselves what does not begin with "java". */
    private static boolean seesHooks(ClassLoader loader) {
        try {
            return Class.forName(ClassHooks.class.getName(), false, loader) == ClassHooks.class;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Most programs have none of these libraries: the start is not to take longer for them. */
    private synchronized void defineClasses() {
        if (!classesAreThere) {
            classes.run();
            classesAreThere = true;
        }
    }

    private static byte[] notHooked(String className, String why) {
        Tracker.failures++;
        System.err.println("nmt: " + className.replace('/', '.') + " is not tracked: " + why);
        return null;
    }

    /**
     * Hooks the callers of JNA, where that is there already.
     *
     * @param loaded classes to look for it
     */
    void hookLoaded(Class<?>[] loaded) {
        for (Class<?> type : loaded) {
            if (type.getClassLoader() != null && type.getName().equals(JNA) && !isHooked(type)) {
                hookCallers(type.getClassLoader());
            }
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
            Class<?> memory = Class.forName(JNA_MEMORY, false, loader);
            List<Hook> hooks = HookTable.ofLibrary(JNA_MEMORY.replace('.', '/'), true);
            byte[] bytes = hook(loader, HookInstaller.bytesOf(memory), hooks);
            if (bytes != null) {
                instrumentation.redefineClasses(new ClassDefinition(memory, bytes));
                System.err.println("nmt: " + JNA + " was loaded before the agent: what " + JNA_MEMORY
                        + " allocates is tracked, what others allocate by calls of " + JNA + ".malloc is not");
            }
        } catch (ClassNotFoundException
                | IOException
                | UnmodifiableClassException
                | RuntimeException
                | LinkageError e) {
            notHooked(JNA_MEMORY.replace('.', '/'), e.toString());
        }
    }
}
