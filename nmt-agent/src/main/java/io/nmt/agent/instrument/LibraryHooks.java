package io.nmt.agent.instrument;

import io.nmt.core.internal.handles.HandleClasses;
import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.libraries.ContextKeys;
import io.nmt.core.internal.libraries.LibraryPools;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.model.Category;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts hooks into the classes of libraries, of which it is not known whether they will ever be there. The transformer
 * that stays asks for them as they come, also for one that the JVM takes from an archive of the application's classes,
 * and whenever one of them is retransformed or redefined.
 *
 * <p>A library that was there before the hooks can be given no fields and no methods. Its callers are hooked then, as
 * far as they are known. A class that was given a field or a method while it loaded gets it in each later version, too:
 * the JVM would refuse one without.
 *
 * <p>Takes no lock: a thread that brings in such a class holds those of class loaders. Threads that need the tracker's
 * classes at once may both define them.
 */
final class LibraryHooks {
    private static final String JNA = "com/sun/jna/";
    private static final String JNA_NATIVE = "com.sun.jna.Native";
    private static final String OTEL_STORAGE = HookTable.OTEL_STORAGE.substring(1);

    private final Instrumentation instrumentation;
    private final boolean jnaLeftOut;
    private final boolean samplesBuffers;
    private final List<String> contextKeys;
    private final boolean readsSpans;
    private final HandleTable handles;
    private final Runnable classes;
    private final LibraryNames names;

    private volatile boolean classesAreThere;

    /** The set that receives loaded classes with hooks; null if none does. */
    private volatile Set<Class<?>> hooked;

    /** Classes of handles that were there before the hooks, with slashes. */
    private final Set<String> withoutField = ConcurrentHashMap.newKeySet();

    /**
     * The hooks of libraries in this JVM.
     *
     * @param instrumentation of this JVM
     * @param jnaLeftOut whether JNA is not to be tracked
     * @param samplesBuffers whether buffers of pools are to be sampled
     * @param contextKeys keys of SLF4J's MDC whose values are names of scopes; mostly none
     * @param readsSpans whether OpenTelemetry's current span names a scope
     * @param handles the classes of native handles
     * @param classes gives the boot loader what the hooks call; throws a runtime exception if it cannot; does no harm
     *     if it is run again, or by two threads at once
     */
    LibraryHooks(
            Instrumentation instrumentation,
            boolean jnaLeftOut,
            boolean samplesBuffers,
            List<String> contextKeys,
            boolean readsSpans,
            HandleTable handles,
            Runnable classes) {
        this.instrumentation = instrumentation;
        this.jnaLeftOut = jnaLeftOut;
        this.samplesBuffers = samplesBuffers;
        this.contextKeys = contextKeys;
        this.readsSpans = readsSpans;
        this.handles = handles;
        this.classes = classes;
        this.names = new LibraryNames(handles);
    }

    /** True if a class, with slashes, may have rows. False for nearly all. */
    boolean mayHook(String className) {
        return names.contain(className);
    }

    /** True if a class of the boot loader, with slashes, may have rows: OpenTelemetry's agent puts its own there. */
    boolean mayHookOfBootLoader(String className) {
        return readsSpans && className.endsWith(OTEL_STORAGE);
    }

    boolean readsSpans() {
        return readsSpans;
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

    /**
     * Gives a class its hooks.
     *
     * @param redefined the class, if it is there already; null while it loads
     * @return a version of the class with them; null to leave it as it is
     */
    byte[] transform(ClassLoader loader, String className, Class<?> redefined, byte[] bytes) {
        HookMakers.bringIn();
        if (redefined != null && HookingVisitor.hasHooks(bytes)) {
            return null;
        }
        List<Hook> hooks = hooksOf(className, redefined != null && !hasReplacedNatives(loader, className, redefined));
        HandleRow row = hooks.isEmpty() ? handles.of(className) : null;
        byte[] result = null;
        if (row != null) {
            result = hookHandles(loader, row, bytes, hasField(row, className, redefined));
        } else if (!hooks.isEmpty() && !(jnaLeftOut && hooks.get(0).category() == Category.JNA)) {
            try {
                result = hook(loader, className, bytes, hooks);
            } catch (RuntimeException | LinkageError e) {
                LibraryGaps.add(loader, className, hooks, e.toString());
            }
        }
        Set<Class<?>> told = hooked;
        if (result != null && redefined != null && told != null) {
            told.add(redefined);
        }
        return result;
    }

    List<Hook> hooksOf(String className, boolean loaded) {
        List<Hook> hooks = HookTable.ofLibrary(className, loaded);
        if (!hooks.isEmpty() && (!samplesBuffers || contextKeys.isEmpty() || !readsSpans)) {
            hooks = new ArrayList<>(hooks);
            hooks.removeIf(hook -> (!samplesBuffers && hook.role() == Hook.Role.BUFFER)
                    || (contextKeys.isEmpty() && hook.kind() == Hook.Kind.CONTEXT)
                    || (!readsSpans && hook.kind() == Hook.Kind.CONTEXT_STORED));
        }
        return hooks;
    }

    /** True if JNA came after the hooks, and so calls its natives by methods in their places. */
    private boolean hasReplacedNatives(ClassLoader loader, String className, Class<?> redefined) {
        if (!className.startsWith(JNA)) {
            return false;
        }
        Class<?> type = redefined.getName().equals(JNA_NATIVE)
                ? redefined
                : InitiatedClasses.find(instrumentation, loader, JNA_NATIVE);
        return type != null && isHooked(type);
    }

    /** True if JNA's natives have methods in their places. */
    static boolean isHooked(Class<?> jnaNative) {
        try {
            return !Modifier.isNative(
                    jnaNative.getDeclaredMethod("malloc", long.class).getModifiers());
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    /** True if the owner of a row's handles has the field, or is this class and will be given it. */
    private boolean hasField(HandleRow row, String className, Class<?> redefined) {
        return !withoutField.contains(row.owner())
                && (redefined == null
                        || !className.equals(row.owner())
                        || JdkInternals.access().fieldOffset(redefined, HandleVisitor.FIELD) != JdkAccess.NO_FIELD);
    }

    /**
     * True if the superclass of all buffers, in the package of a class, has the field, or will be given it when it is
     * loaded. False if it was loaded before the hooks, or just while they were placed.
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
        notCounted(loader, row, why);
        return null;
    }

    byte[] hook(ClassLoader loader, String className, byte[] bytes, List<Hook> hooks) {
        defineClasses();
        HookingVisitor visitor =
                HookingVisitor.hook(bytes, hooks, tellsOfBuffers(hooks) && hasField(loader, className));
        Hook missing = visitor.missing();
        if (missing != null) {
            // A row without parameters fits some methods of that name alone.
            String kind = missing.method().indexOf('(') < 0 ? " of a known kind" : "";
            LibraryGaps.add(loader, className, hooks, "it has no " + missing.method() + kind);
            return null;
        }
        return visitor.bytes();
    }

    /** Says that the handles of a class are not counted. */
    void notCounted(ClassLoader loader, HandleRow row, String why) {
        LibraryGaps.add(loader, row, handles.libraries().get(row.library()), why);
    }

    private static boolean tellsOfBuffers(List<Hook> hooks) {
        return hooks.get(hooks.size() - 1).role() == Hook.Role.BUFFER;
    }

    /** Most programs have none of these libraries: the start is not to take longer for them. */
    void defineClasses() {
        if (!classesAreThere) {
            classes.run();
            Pools.listedBy(new LibraryPools());
            ContextKeys.use(contextKeys, readsSpans);
            classesAreThere = true;
        }
    }

    /**
     * Hooks what is there already. The transformer must be there.
     *
     * @param loaded classes to look for it
     */
    void hookLoaded(Class<?>[] loaded) {
        Set<Class<?>> told = ConcurrentHashMap.newKeySet();
        hooked = told;
        try {
            new LoadedLibraries(instrumentation, this, told).hook(loaded);
        } finally {
            hooked = null;
        }
    }
}
