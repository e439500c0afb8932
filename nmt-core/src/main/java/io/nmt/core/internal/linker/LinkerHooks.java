package io.nmt.core.internal.linker;

import io.nmt.core.internal.concurrent.AmpleStack;
import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.hooks.LinkerUse;
import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.tracker.Tracker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.ref.SoftReference;

/**
 * Called by the JDK's {@code Linker} with each handle that it has made. Handles of functions that allocate or free
 * memory are wrapped; all others are returned as they are.
 *
 * <p>No method throws. Of a handle of such a function that has a type which the function cannot have, each call is
 * counted among {@link Tracker#failures()}.
 */
public final class LinkerHooks {
    private static final int MOST_KEPT = 4096;

    // The Linker gives the same handle again for the same descriptor, and so do we, up to the bound; beyond it each
    // caller gets a wrapped handle of its own, which counts as well. A wrapped handle refers to its target.
    private static final LockFreeMap<IdentityKey, SoftReference<MethodHandle>> WITHOUT_SYMBOL =
            new LockFreeMap<>(TableBound.of(MOST_KEPT));

    private static volatile boolean initialised;

    private LinkerHooks() {}

    /**
     * Called on exit of {@code Linker.downcallHandle(symbol, function, options)}.
     *
     * @param handle that it made
     * @param address of the symbol
     * @return a handle of the same type
     */
    public static MethodHandle linked(MethodHandle handle, long address) {
        try {
            if (LinkerUse.isTrackersOwn() || !isInitialised()) {
                return handle;
            }
            LinkerFunction function = LinkerFunctions.at(address, handle.type());
            if (function == null || UnsafeHooks.leavesOut(function.categoryId())) {
                return handle;
            }
            return LinkerAdapter.wrap(handle, function, 0);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
        return handle;
    }

    /**
     * Called on exit of {@code Linker.downcallHandle(function, options)}.
     *
     * @param handle that it made, whose first parameter is the symbol
     * @return a handle of the same type
     */
    public static MethodHandle linked(MethodHandle handle) {
        try {
            return LinkerUse.isTrackersOwn() || !isInitialised() ? handle : withoutSymbol(handle);
        } catch (Throwable t) {
            Tracker.failed(t);
            return handle;
        }
    }

    /** Else the handle is left as it is, and that is counted. */
    private static boolean isInitialised() {
        if (!initialised) {
            AmpleStack.run(new Initialisation());
            if (!initialised) {
                Tracker.failed(null);
            }
        }
        return initialised;
    }

    private static final class Initialisation implements Runnable {
        @Override
        public void run() {
            try {
                LinkerFunctions.at(0, LinkerFunction.MALLOC.commonType());
                // Handles of none, which initialises also what they take of the JDK.
                LinkerAdapter.wrap(MethodHandles.empty(LinkerFunction.MALLOC.commonType()), LinkerFunction.MALLOC, 0);
                LinkerAdapter.wrap(MethodHandles.empty(LinkerFunction.REALLOC.commonType()), LinkerFunction.REALLOC, 0);
                LinkerSegments.initialise();
                LinkerDispatch.initialise();
                initialised = true;
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    private static MethodHandle withoutSymbol(MethodHandle handle) {
        IdentityKey key = new IdentityKey(handle);
        MethodHandle known = wrapped(WITHOUT_SYMBOL.get(key));
        if (known != null) {
            return known;
        }
        MethodHandle own = LinkerDispatch.wrap(handle);
        SoftReference<MethodHandle> ownReference = new SoftReference<>(own);
        // Of two threads that are here at once, both get the handle of the one that was faster.
        SoftReference<MethodHandle> faster = WITHOUT_SYMBOL.putIfAbsent(key, ownReference);
        MethodHandle others = wrapped(faster);
        if (faster != null && others == null) {
            WITHOUT_SYMBOL.put(key, ownReference); // the heap was full: no caller has that one any more
        }
        return others == null ? own : others;
    }

    private static MethodHandle wrapped(SoftReference<MethodHandle> reference) {
        return reference == null ? null : reference.get();
    }
}
