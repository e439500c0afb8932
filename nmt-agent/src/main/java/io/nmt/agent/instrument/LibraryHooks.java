package io.nmt.agent.instrument;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.handles.HandleClasses;
import io.nmt.core.internal.hooks.ClassHooks;
import io.nmt.core.internal.libraries.LibraryPools;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Puts hooks into the classes of libraries, of which it is not known whether they will ever be there.
 *
 * <p>{@code ClassLoader} says by name when such a class may come ({@link ClassHooks}). A transformer is registered
 * until it has come, or has not. It is also shown a class that the JVM takes from an archive of the application's
 * classes.
 *
 * <p>A library that was there before the hooks can be given no more methods. Its callers are hooked then, as far as
 * they are known.
 */
final class LibraryHooks implements ClassHooks.Listener {
    /*
     * Takes no lock: a thread that brings in such a class holds those of class loaders, and what it brings in with it
     * may be anyone's code. So each thread has a transformer of its own, which changes what that thread brings in; and
     * threads that need the tracker's classes at once may both define them.
     */
    private static final int CHAINS_BITS = 4;

    private final Instrumentation instrumentation;
    private final boolean jnaLeftOut;
    private final boolean samplesBuffers;
    private final HandleTable handles;
    private final Runnable classes;
    private final LockFreeMap<IdentityKey, Loading> threads = new LockFreeMap<>(CHAINS_BITS);

    private volatile boolean classesAreThere;

    /** Classes of handles that were there before the hooks, with slashes. */
    private final Set<String> withoutField = new CopyOnWriteArraySet<>();

    /**
     * The hooks of libraries in this JVM.
     *
     * @param instrumentation of this JVM
     * @param jnaLeftOut whether JNA is not to be tracked
     * @param samplesBuffers whether buffers of pools are to be sampled
     * @param handles the classes of native handles
     * @param classes gives the boot loader what the hooks call; throws a runtime exception if it cannot; does no harm
     *     if it is run again, or by two threads at once
     */
    LibraryHooks(
            Instrumentation instrumentation,
            boolean jnaLeftOut,
            boolean samplesBuffers,
            HandleTable handles,
            Runnable classes) {
        this.instrumentation = instrumentation;
        this.jnaLeftOut = jnaLeftOut;
        this.samplesBuffers = samplesBuffers;
        this.handles = handles;
        this.classes = classes;
    }

    @Override
    public void begin() {
        IdentityKey thread = new IdentityKey(Thread.currentThread());
        Loading loading = threads.get(thread);
        if (loading == null || loading.depth == 0) { // or an error has left it behind
            Loading begun = new Loading(thread);
            if (loading != null) {
                instrumentation.removeTransformer(loading);
            }
            threads.put(thread, begun);
            instrumentation.addTransformer(begun, false);
            instrumentation.setNativeMethodPrefix(begun, NativeReplacement.PREFIX);
            loading = begun;
        }
        loading.depth++;
    }

    @Override
    public void end() {
        IdentityKey thread = new IdentityKey(Thread.currentThread());
        Loading loading = threads.get(thread);
        if (loading == null) {
            return; // the start was lost: there was no room left on the thread's stack
        }
        loading.depth = Math.max(0, loading.depth - 1);
        if (loading.depth == 0) {
            instrumentation.removeTransformer(loading);
            threads.remove(thread);
        }
    }

    /** A thread that brings in a class of a library. */
    private final class Loading implements ClassFileTransformer {
        private final IdentityKey thread;

        /** The thread's own: to bring in one such class may bring in another one. */
        private int depth;

        Loading(IdentityKey thread) {
            this.thread = thread;
        }

        @Override
        public byte[] transform(
                ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            return thread.refersTo(Thread.currentThread())
                    ? LibraryHooks.this.transform(loader, className, redefined, bytes)
                    : null;
        }
    }

    boolean isJnaLeftOut() {
        return jnaLeftOut;
    }

    HandleTable handles() {
        return handles;
    }

    /** Says that a class was there before the hooks, and so can be given no field. */
    void addWithoutField(String className) {
        withoutField.add(className);
    }

    private byte[] transform(ClassLoader loader, String className, Class<?> redefined, byte[] bytes) {
        if (loader == null || redefined != null || className == null) {
            return null;
        }
        List<Hook> hooks = hooksOf(className, false);
        HandleRow row = hooks.isEmpty() ? handles.of(className) : null;
        if (row != null) {
            return hookHandles(loader, row, bytes, !withoutField.contains(row.owner()));
        }
        if (hooks.isEmpty() || (jnaLeftOut && hooks.get(0).category() == Category.JNA)) {
            return null;
        }
        try {
            return hook(loader, className, bytes, hooks);
        } catch (RuntimeException | LinkageError e) {
            return notHooked(className, hooks, e.toString());
        }
    }

    List<Hook> hooksOf(String className, boolean loaded) {
        List<Hook> hooks = HookTable.ofLibrary(className, loaded);
        if (!samplesBuffers && !hooks.isEmpty()) {
            hooks = new ArrayList<>(hooks);
            hooks.removeIf(hook -> hook.role() == Hook.Role.BUFFER);
        }
        return hooks;
    }

    /**
     * Whether what all buffers extend, in the package of a class, has the field, or will be given it when it is loaded.
     * Not if it was loaded before the hooks, or was on the way when they were put in place.
     */
    private boolean hasField(ClassLoader loader, String className) {
        String root = className
                .substring(0, className.lastIndexOf('/'))
                .concat(HookTable.NETTY_COUNTED_BUFFER.substring(HookTable.NETTY_COUNTED_BUFFER.lastIndexOf('/')))
                .replace('/', '.');
        Class<?> type = InitiatedClasses.find(instrumentation, loader, root);
        return type == null || BufferAdvice.isGivenField(type);
    }

    byte[] hookHandles(ClassLoader loader, HandleRow row, byte[] bytes, boolean hasField) {
        String why;
        try {
            HandleClasses.begin(handles.libraries());
            return HandleVisitor.hook(bytes, row, hasField, handles.isShared(row));
        } catch (IllegalArgumentException e) {
            why = e.getMessage();
        } catch (RuntimeException | LinkageError e) {
            why = e.toString();
        }
        System.err.println("nmt: handles of " + row.owner().replace('/', '.') + " are not counted: "
                + row.className().replace('/', '.') + ": " + why);
        return null;
    }

    byte[] hook(ClassLoader loader, String className, byte[] bytes, List<Hook> hooks) {
        defineClasses();
        HookingVisitor visitor =
                HookingVisitor.hook(bytes, hooks, tellsOfBuffers(hooks) && hasField(loader, className));
        Hook missing = visitor.missing();
        return missing == null ? visitor.bytes() : notHooked(className, hooks, "it has no " + missing.method());
    }

    private static boolean tellsOfBuffers(List<Hook> hooks) {
        return hooks.get(hooks.size() - 1).role() == Hook.Role.BUFFER;
    }

    /** Most programs have none of these libraries: the start is not to take longer for them. */
    void defineClasses() {
        if (!classesAreThere) {
            classes.run();
            Pools.listedBy(new LibraryPools());
            classesAreThere = true;
        }
    }

    /** Says so, unless nothing goes uncounted: of a pool, its chunks are only not known as such. */
    static byte[] notHooked(String className, List<Hook> hooks, String why) {
        if (!hooks.get(0).role().tellsOfPools()) {
            Tracker.failed(null);
            System.err.println("nmt: " + className.replace('/', '.') + " is not tracked: " + why);
        }
        return null;
    }

    /**
     * Hooks what is there already.
     *
     * @param loaded classes to look for it
     */
    void hookLoaded(Class<?>[] loaded) {
        new LoadedLibraries(instrumentation, this).hook(loaded);
    }
}
