package io.nmt.agent.instrument;

import io.nmt.core.internal.handles.HandleClasses;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the hooks into JDK classes, by a {@link HookingTransformer} that stays. A class that is loaded is retransformed,
 * another one changed while it loads. A class that refuses loses its own hooks alone.
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
    private final HookPlacement placement;
    private final HookProbes probes;
    private boolean isThere;

    /**
     * An installer for this JVM.
     *
     * @param instrumentation of this JVM
     * @param leftOut by category id, whether it is not to be tracked; null to track all
     * @param samplesBuffers whether buffers of pools are to be sampled
     * @param contextKeys keys of SLF4J's MDC whose values are names of scopes; mostly none
     * @param readsSpans whether OpenTelemetry's current span names a scope
     * @param handles the classes of native handles
     * @param libraryClasses gives the boot loader what the hooks of libraries call; is run when the first library is
     *     met
     */
    public HookInstaller(
            Instrumentation instrumentation,
            boolean[] leftOut,
            boolean samplesBuffers,
            List<String> contextKeys,
            boolean readsSpans,
            HandleTable handles,
            Runnable libraryClasses) {
        this.instrumentation = instrumentation;
        this.wanted = new WantedHooks(leftOut);
        this.libraries = new LibraryHooks(
                instrumentation,
                leftOut != null && leftOut[Category.JNA.id()],
                samplesBuffers,
                contextKeys,
                readsSpans,
                handles,
                libraryClasses);
        this.handles = handles;
        this.transformer = new HookingTransformer(libraries);
        this.placement = new HookPlacement(instrumentation, transformer, coverage);
        this.probes = new HookProbes(instrumentation, transformer);
    }

    /**
     * Hooks this JVM: at once what is loaded, the rest when it loads.
     *
     * @return null, or what went wrong
     */
    public synchronized String install() {
        try {
            begin();
            transformer.hookLibraries(true);
            return placement.placeInLoaded(due(null));
        } catch (RuntimeException | LinkageError e) {
            return e.toString();
        }
    }

    /**
     * True if some hooks come with their classes.
     *
     * @return false if there is nothing for {@link #complete} to bring in
     */
    public boolean awaits() {
        return placement.awaits();
    }

    /**
     * True if a hook will announce the start of JFR.
     *
     * @return false if JFR may have started already
     */
    public boolean recorderIsAnnounced() {
        return placement.recorderIsAnnounced();
    }

    /**
     * Brings in what has hooks and is not loaded yet, so that it is known what this JVM lacks, and has the hooks tried
     * before each reading from now on. To be called once, after {@link #install}; again, if it throws.
     */
    public synchronized void complete() {
        placement.awaitNoMore();
        probes.begin();
    }

    /**
     * The categories that are untracked because this JDK lacks classes or methods of their hooks. To be asked after
     * {@link #complete}.
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
     * True if a hook will announce the first use of the {@code Linker}. To be asked after {@link #complete}.
     *
     * @return false if that may have been already
     */
    public boolean linkerIsAnnounced() {
        return placement.linkerIsAnnounced();
    }

    /**
     * True if a hook will announce the first shared arena. To be asked after {@link #complete}.
     *
     * @return false if there may have been one already
     */
    public boolean arenasAreAnnounced() {
        return placement.arenasAreAnnounced();
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

    /** For what waits. Two threads may use the first of two things at once. */
    private synchronized String install(Hook.Role waiting) {
        try {
            begin();
            return placement.place(due(waiting));
        } catch (RuntimeException | LinkageError e) {
            return e.toString();
        }
    }

    private void begin() {
        if (!isThere) {
            instrumentation.addTransformer(transformer, true);
            instrumentation.setNativeMethodPrefix(transformer, NativeReplacement.PREFIX);
            isThere = true;
        }
    }

    /** The rows whose time it is, by class. */
    private Map<String, List<Hook>> due(Hook.Role waiting) {
        Map<String, List<Hook>> due = new LinkedHashMap<>();
        for (Map.Entry<String, List<Hook>> entry :
                HookTable.byClass(Runtime.version().feature()).entrySet()) {
            List<Hook> hooks = wanted.of(entry.getValue(), waiting);
            if (!hooks.isEmpty()) {
                due.put(entry.getKey(), hooks);
            }
        }
        return due;
    }

    /** True if the problem of {@link #install} is a class that cannot be changed, and not the JVM. */
    public boolean refusesUnsafe() {
        return placement.unsafeRefuses();
    }

    /**
     * Hooks the libraries that are there already. To be called after {@link #install}, which hooks those that come
     * later.
     *
     * @param applicationRuns whether it is not only other agents that can have loaded them
     */
    public void installInLoadedLibraries(boolean applicationRuns) {
        // OpenTelemetry's agent, too, has its classes there, in the boot loader.
        libraries.hookLoaded(
                applicationRuns || libraries.readsSpans()
                        ? instrumentation.getAllLoadedClasses()
                        : ClassPathClasses.loaded(instrumentation));
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
            if (hooked.isPlaced() && hooked.rows().get(0).role() == Hook.Role.NATIVE) {
                stays = true;
            } else {
                transformer.forget(className);
                if (hooked.isPlaced()) {
                    loaded.add(HookPlacement.find(className));
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
}
