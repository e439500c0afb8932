package io.nmt.agent.instrument;

import io.nmt.core.internal.handles.HandleClasses;
import io.nmt.core.internal.hooks.ClassHooks;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts the hooks into JDK classes.
 *
 * <p>A class that is not loaded yet is changed while it loads, by a transformer that is there for this moment; one that
 * is loaded is redefined. No transformer stays behind. While one is registered, the JVM copies the bytes of each class
 * that the application loads into the heap to show them; for an application of 5,000 classes that was 5 MiB of RSS and
 * more. Nor is one needed: a changed class is what another agent's retransformation starts from.
 *
 * <p>It uses the ASM that Byte Buddy carries. Byte Buddy's own Advice would do the same with less code here, and cost a
 * third of a second of start-up for its own class loading.
 */
public final class HookInstaller {
    private final Instrumentation instrumentation;
    private final WantedHooks wanted;
    private final LibraryHooks libraries;
    private final HandleTable handles;
    private final Coverage coverage = new Coverage();
    private final List<ClassDefinition> originals = new ArrayList<>();
    private final List<ClassDefinition> hooked = new ArrayList<>();
    private boolean linkerIsAnnounced;
    private boolean arenasAreAnnounced;

    /**
     * An installer for this JVM.
     *
     * @param instrumentation of this JVM
     * @param leftOut by category id, whether it is not to be tracked; null to track all
     * @param samplesBuffers whether buffers of pools are to be sampled
     * @param handles the classes of native handles
     * @param libraryClasses gives the boot loader what the hooks of libraries call; is run when the first library is
     *     met
     */
    public HookInstaller(
            Instrumentation instrumentation,
            boolean[] leftOut,
            boolean samplesBuffers,
            HandleTable handles,
            Runnable libraryClasses) {
        this.instrumentation = instrumentation;
        this.wanted = new WantedHooks(leftOut);
        this.libraries = new LibraryHooks(
                instrumentation,
                leftOut != null && leftOut[Category.JNA.id()],
                samplesBuffers,
                handles,
                libraryClasses);
        this.handles = handles;
    }

    /**
     * Hooks this JVM.
     *
     * @return null, or what went wrong
     */
    public String install() {
        return install(null);
    }

    /**
     * What goes untracked, since this JDK has not all of the classes and methods that are to be hooked.
     *
     * @return mostly nothing
     */
    public List<NotTracked> notTracked() {
        return coverage.notTracked();
    }

    /**
     * Whether there are hooks that wait until the {@code Linker} is used.
     *
     * @return true if {@link #installForLinker} has something to do
     */
    public boolean hasHooksForLinker() {
        return wanted.hasAny(Hook.Role.LINKER);
    }

    /**
     * Whether there are hooks that wait until there is a shared arena.
     *
     * @return true if {@link #installForArenas} has something to do
     */
    public boolean hasHooksForArenas() {
        return wanted.hasAny(Hook.Role.ARENA);
    }

    /**
     * Whether a hook will say when the {@code Linker} is used for the first time.
     *
     * @return false if that may have been already
     */
    public boolean linkerIsAnnounced() {
        return linkerIsAnnounced;
    }

    /**
     * Whether a hook will say when there is the first shared arena.
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
            prepare(waiting);
            if (waiting == null) {
                ClassHooks.tell(libraries, handles.classNames());
            }
            redefine(hooked);
            hooked.clear();
            return null;
        } catch (IOException
                | ClassNotFoundException
                | UnmodifiableClassException
                | RuntimeException
                | LinkageError e) {
            return e.toString();
        }
    }

    /** Has the classes changed that are not loaded yet, and makes the definitions of the others. */
    private void prepare(Hook.Role waiting) throws IOException {
        HookingTransformer transformer = new HookingTransformer();
        boolean registered = false;
        try {
            for (Map.Entry<String, List<Hook>> entry :
                    HookTable.byClass(Runtime.version().feature()).entrySet()) {
                // The first class is loaded for sure. It brings in all that changing a class takes, before the
                // transformer is asked about that.
                if (!registered
                        && (waiting != null || !hooked.isEmpty())
                        && instrumentation.isNativeMethodPrefixSupported()) {
                    instrumentation.addTransformer(transformer, false);
                    instrumentation.setNativeMethodPrefix(transformer, NativeReplacement.PREFIX);
                    registered = true;
                }
                prepare(entry.getKey(), wanted.of(entry.getValue(), waiting), transformer);
            }
        } finally {
            instrumentation.removeTransformer(transformer);
        }
    }

    private void prepare(String className, List<Hook> hooks, HookingTransformer transformer) throws IOException {
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
        transformer.expect(className, whileLoading);
        Class<?> type = find(className);
        if (type == null) {
            MissingMethod.complainOfClass(whileLoading);
        }
        if (transformer.changedIt()) {
            coverage.place(whileLoading);
            if (replacesNatives) {
                hideNatives(type, whileLoading);
            }
            announce(whileLoading);
        } else if (type != null && !onceLoaded.isEmpty()) {
            byte[] bytes = HookingVisitor.bytesOf(type);
            HookingVisitor visitor = HookingVisitor.hook(bytes, onceLoaded);
            if (visitor.missing() != null && visitor.missing().kind() == Hook.Kind.DIRECT_LIMIT) {
                MissingMethod.complainOf(visitor.missing());
                onceLoaded.remove(visitor.missing());
                visitor = HookingVisitor.hook(bytes, onceLoaded);
            }
            if (visitor.missing() == null) {
                originals.add(new ClassDefinition(type, bytes));
                hooked.add(new ClassDefinition(type, visitor.bytes()));
                coverage.place(onceLoaded);
                if (!JdkInternals.access().isInitialized(type)) {
                    announce(onceLoaded);
                }
            } else {
                MissingMethod.complainOf(visitor.missing());
            }
        }
    }

    /**
     * From reflection, which tells the rest of the class as it is without hooks, but for the modifier {@code native}.
     */
    private static void hideNatives(Class<?> type, List<Hook> hooks) {
        Set<String> names = new HashSet<>();
        for (Hook hook : hooks) {
            if (hook.role() == Hook.Role.NATIVE) {
                names.add(NativeReplacement.PREFIX.concat(hook.methodName()));
            }
        }
        JdkInternals.access().hideMethods(type, names);
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

    /**
     * Takes the hooks out again. In a class that was changed while it loaded they stay, and count what is not read.
     */
    public void uninstall() {
        ClassHooks.tell(null, List.of());
        try {
            redefine(originals);
        } catch (ClassNotFoundException | UnmodifiableClassException | RuntimeException | LinkageError e) {
            System.err.println("nmt: the hooks cannot be taken out again: " + e);
        }
    }

    private void redefine(List<ClassDefinition> definitions) throws ClassNotFoundException, UnmodifiableClassException {
        instrumentation.redefineClasses(definitions.toArray(new ClassDefinition[0]));
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
