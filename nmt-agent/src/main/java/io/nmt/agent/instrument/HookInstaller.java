package io.nmt.agent.instrument;

import io.nmt.core.internal.handles.HandleClasses;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.HookCheck;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Puts the hooks into JDK classes, by a {@link HookingTransformer} that stays. A class that is not loaded yet is
 * brought in, and changed while it loads; one that is loaded is retransformed. A class that refuses loses its own hooks
 * alone.
 *
 * <p>It uses the ASM that Byte Buddy carries. Byte Buddy's own Advice would do the same with less code here, and cost a
 * third of a second of start-up for its own class loading.
 */
public final class HookInstaller {
    private final Instrumentation instrumentation;
    private final WantedHooks wanted;
    private final LibraryHooks libraries;
    private final HookingTransformer transformer;
    private final HandleTable handles;
    private final HookCoverage coverage = new HookCoverage();
    private boolean isThere;
    private boolean refusesUnsafe;
    private boolean linkerIsAnnounced;
    private boolean arenasAreAnnounced;

    /**
     * An installer for this JVM.
     *
     * @param instrumentation of this JVM
     * @param leftOut by category id, whether it is not to be tracked; null to track all
     * @param samplesBuffers whether buffers of pools are to be sampled
     * @param contextKeys keys of SLF4J's MDC whose values are names of scopes; mostly none
     * @param handles the classes of native handles
     * @param libraryClasses gives the boot loader what the hooks of libraries call; is run when the first library is
     *     met
     */
    public HookInstaller(
            Instrumentation instrumentation,
            boolean[] leftOut,
            boolean samplesBuffers,
            List<String> contextKeys,
            HandleTable handles,
            Runnable libraryClasses) {
        this.instrumentation = instrumentation;
        this.wanted = new WantedHooks(leftOut);
        this.libraries = new LibraryHooks(
                instrumentation,
                leftOut != null && leftOut[Category.JNA.id()],
                samplesBuffers,
                contextKeys,
                handles,
                libraryClasses);
        this.handles = handles;
        this.transformer = new HookingTransformer(libraries);
    }

    /** Hooks this JVM. Returns null, or what went wrong. */
    public String install() {
        return install(null);
    }

    /**
     * The categories that are untracked because this JDK lacks classes or methods of their hooks.
     *
     * @return mostly nothing
     */
    public List<NotTracked> notTracked() {
        return coverage.notTracked();
    }

    /**
     * True if there are hooks that wait until the {@code Linker} is used.
     *
     * @return true if {@link #installForLinker} has something to do
     */
    public boolean hasHooksForLinker() {
        return wanted.hasAny(Hook.Role.LINKER);
    }

    /**
     * True if there are hooks that wait until there is a shared arena.
     *
     * @return true if {@link #installForArenas} has something to do
     */
    public boolean hasHooksForArenas() {
        return wanted.hasAny(Hook.Role.ARENA);
    }

    /**
     * True if a hook will announce the first use of the {@code Linker}.
     *
     * @return false if that may have been already
     */
    public boolean linkerIsAnnounced() {
        return linkerIsAnnounced;
    }

    /**
     * True if a hook will announce the first shared arena.
     *
     * @return false if there may have been one already
     */
    public boolean arenasAreAnnounced() {
        return arenasAreAnnounced;
    }

    /**
     * Hooks the {@code Linker}. To be called once, after {@link #install}.
     *
     * @return null, or what went wrong
     */
    public String installForLinker() {
        return install(Hook.Role.LINKER);
    }

    /**
     * Hooks shared arenas. To be called once, after {@link #install}.
     *
     * @return null, or what went wrong
     */
    public String installForArenas() {
        HandleClasses.begin(handles.libraries());
        return install(Hook.Role.ARENA);
    }

    /** For what waits, or null for the others. Two threads may use the first of two things at once. */
    private synchronized String install(Hook.Role waiting) {
        try {
            if (!isThere) {
                instrumentation.addTransformer(transformer, true);
                instrumentation.setNativeMethodPrefix(transformer, NativeReplacement.PREFIX);
                isThere = true;
            }
            if (waiting == null) {
                transformer.hookLibraries(true);
            }
            List<Class<?>> loaded = new ArrayList<>();
            for (Map.Entry<String, List<Hook>> entry :
                    HookTable.byClass(Runtime.version().feature()).entrySet()) {
                prepare(entry.getKey(), wanted.of(entry.getValue(), waiting), loaded);
            }
            return hook(loaded, waiting != null);
        } catch (RuntimeException | LinkageError e) {
            return e.toString();
        }
    }

    /** Has a class changed while it loads, or adds it to those that are loaded. */
    private void prepare(String className, List<Hook> hooks, List<Class<?>> loaded) {
        List<Hook> whileLoading = new ArrayList<>();
        List<Hook> onceLoaded = new ArrayList<>();
        boolean replacesNatives = false;
        for (Hook hook : hooks) {
            coverage.want(hook);
            if (hook.role().isOfNative() && coverage.has(hook)) {
                continue; // another system's class, or one that calls what is hooked
            }
            if (hook.role() == Hook.Role.CALLER) {
                onceLoaded.add(hook);
            } else {
                whileLoading.add(hook);
                if (hook.role() == Hook.Role.NATIVE) {
                    replacesNatives = true;
                } else {
                    onceLoaded.add(hook);
                }
            }
        }
        if (whileLoading.isEmpty() && onceLoaded.isEmpty()) {
            return;
        }
        if (whileLoading.isEmpty()) {
            whileLoading = onceLoaded;
        }
        HookedClass hooked = transformer.expect(className, whileLoading);
        Class<?> type = find(className);
        if (type == null) {
            MissingMethod.complainOfClass(whileLoading);
        }
        if (hooked.isPlaced()) {
            coverage.place(whileLoading);
            if (replacesNatives) {
                hooked.hideNatives(type);
            }
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
    private String hook(List<Class<?>> loaded, boolean later) {
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
                problem = later || hooked.rows().get(0).role() == Hook.Role.UNSAFE ? why : problem;
            }
        }
        refusesUnsafe = problem != null;
        if (later) {
            coverage.tellRefused();
        }
        return problem;
    }

    /** True if the problem of {@link #install} is a class that cannot be changed, and not the JVM. */
    public boolean refusesUnsafe() {
        return refusesUnsafe;
    }

    private void announce(List<Hook> hooks) {
        for (Hook hook : hooks) {
            linkerIsAnnounced |= hook.kind() == Hook.Kind.FIRST_USE;
            arenasAreAnnounced |= hook.kind() == Hook.Kind.FIRST_ARENA;
        }
    }

    /**
     * Hooks the libraries that are there already. To be called after {@link #install}, which hooks those that come
     * later.
     *
     * @param applicationRuns whether it is not only other agents that can have loaded them
     */
    public void installInLoadedLibraries(boolean applicationRuns) {
        libraries.hookLoaded(
                applicationRuns ? instrumentation.getAllLoadedClasses() : ClassPathClasses.loaded(instrumentation));
    }

    /** Has the hooks tried before each reading from now on, and put in again. To be called after {@link #install}. */
    public void watch() {
        HookCheck.use(new HookProbes(instrumentation, transformer));
    }

    /**
     * Takes the hooks out again. In a class that was given methods while it loaded they stay, and count what is not
     * read.
     */
    public synchronized void uninstall() {
        transformer.hookLibraries(false);
        List<Class<?>> loaded = new ArrayList<>();
        boolean stays = false;
        for (String className : transformer.names()) {
            HookedClass hooked = transformer.of(className);
            if (hooked.rows().get(0).role() == Hook.Role.NATIVE) {
                stays = true;
            } else {
                transformer.forget(className);
                if (hooked.isPlaced()) {
                    loaded.add(find(className));
                }
            }
        }
        Map<Class<?>, Throwable> refused = Retransformation.of(instrumentation, loaded);
        if (!refused.isEmpty()) {
            System.err.println("nmt: the hooks cannot be taken out again: "
                    + refused.values().iterator().next());
        }
        if (!stays) {
            instrumentation.removeTransformer(transformer);
        }
    }

    /** A class that another system's JDK has may not be there. */
    private static Class<?> find(String className) {
        try {
            return Class.forName(className.replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
