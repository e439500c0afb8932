package io.nmt.core.internal.linker;

import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.tracker.Tracker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/** Wraps handles that get the symbol with each call: only then it is known which function they call. */
final class LinkerDispatch {
    /*
     * Many such handles have a type that a function which is tracked could have, and hardly any ever calls one. So
     * there is one test for most of what is none of them, and what else it takes is built when the first symbol passes
     * that test:
     *
     *     lowest <= address <= highest ? (address is malloc ? wrapped for malloc : ... : handle) : handle
     *
     * A call site, since its target can be replaced, and is a constant for the compiler all the same.
     */
    private static final MethodHandle IS;
    private static final MethodHandle IS_BETWEEN;
    private static final MethodHandle BUILT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodType test = MethodType.methodType(boolean.class, long.class, long.class, Object.class);
            IS = lookup.findStatic(LinkerDispatch.class, "is", test);
            IS_BETWEEN = lookup.findStatic(LinkerDispatch.class, "isBetween", test);
            BUILT = lookup.findVirtual(LinkerDispatch.class, "built", MethodType.methodType(MethodHandle.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MethodHandle handle;
    private final MutableCallSite site;

    private LinkerDispatch(MethodHandle handle) {
        this.handle = handle;
        this.site = new MutableCallSite(handle.type());
        // If even the call of it fails, it is the handle that is called.
        MethodHandle unbuilt =
                MethodHandles.dropArguments(MethodHandles.constant(MethodHandle.class, handle), 0, Throwable.class);
        MethodHandle target = MethodHandles.catchException(
                BUILT.bindTo(this), Throwable.class, MethodHandles.foldArguments(unbuilt, LinkerGuard.LOST));
        site.setTarget(MethodHandles.foldArguments(MethodHandles.exactInvoker(handle.type()), target));
    }

    /** Initialises the class, by being called while there is stack for it. */
    static void initialise() {
        // by being called
    }

    /**
     * Wraps a handle.
     *
     * @param handle whose first parameter is the symbol
     * @return the handle itself if no function that is tracked can be called with its type
     */
    static MethodHandle wrap(MethodHandle handle) {
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        for (int i = 0; i < LinkerFunctions.count(); i++) {
            if (canCall(handle, LinkerFunctions.function(i))) {
                for (long address : new long[] {LinkerFunctions.inLibc(i), LinkerFunctions.inGlobalScope(i)}) {
                    if (address != 0) {
                        lowest = Math.min(lowest, address);
                        highest = Math.max(highest, address);
                    }
                }
            }
        }
        return highest == 0
                ? handle
                : MethodHandles.guardWithTest(
                        test(IS_BETWEEN, lowest, highest, handle),
                        new LinkerDispatch(handle).site.dynamicInvoker(),
                        handle);
    }

    private static boolean canCall(MethodHandle handle, LinkerFunction function) {
        return LinkerAdapter.fits(handle.type(), function, 1) && !UnsafeHooks.leavesOut(function.categoryId());
    }

    /** Called instead of the target as long as that is not built. Threads may build it at once. */
    MethodHandle built() {
        MethodHandle dispatch = handle;
        try {
            for (int i = 0; i < LinkerFunctions.count(); i++) {
                LinkerFunction function = LinkerFunctions.function(i);
                if (canCall(handle, function)) {
                    dispatch = MethodHandles.guardWithTest(
                            test(IS, LinkerFunctions.inLibc(i), LinkerFunctions.inGlobalScope(i), handle),
                            LinkerAdapter.wrap(handle, function, 1),
                            dispatch);
                }
            }
            site.setTarget(dispatch);
        } catch (Throwable t) {
            Tracker.failed(t);
            return handle; // the next call tries again
        }
        return dispatch;
    }

    private static MethodHandle test(MethodHandle test, long first, long second, MethodHandle handle) {
        return LinkerGuard.around(MethodHandles.insertArguments(test, 0, first, second))
                .asType(MethodType.methodType(boolean.class, handle.type().parameterType(0)));
    }

    static boolean is(long first, long second, Object symbol) throws Throwable {
        long address = LinkerSegments.addressOf(symbol);
        return address == first || address == second;
    }

    static boolean isBetween(long lowest, long highest, Object symbol) throws Throwable {
        long address = LinkerSegments.addressOf(symbol);
        return address >= lowest && address <= highest;
    }
}
