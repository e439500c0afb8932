package io.nmt.core.hooks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Wraps handles that get the symbol with each call: only then it is known which function they call. */
final class LinkerDispatch {
    private static final MethodHandle IS;
    private static final MethodHandle IS_BETWEEN;

    static {
        try {
            MethodType type = MethodType.methodType(boolean.class, long.class, long.class, Object.class);
            IS = MethodHandles.lookup().findStatic(LinkerDispatch.class, "is", type);
            IS_BETWEEN = MethodHandles.lookup().findStatic(LinkerDispatch.class, "isBetween", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private LinkerDispatch() {}

    /**
     * Wraps a handle.
     *
     * @param handle whose first parameter is the symbol
     * @return the handle itself if no function that is tracked can be called with its type
     */
    static MethodHandle wrap(MethodHandle handle) throws ReflectiveOperationException {
        MethodHandle dispatch = handle;
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        for (int i = 0; i < LinkerFunctions.count(); i++) {
            LinkerFunction function = LinkerFunctions.function(i);
            long inLibc = LinkerFunctions.inLibc(i);
            long inGlobalScope = LinkerFunctions.inGlobalScope(i);
            if ((inLibc | inGlobalScope) == 0 || UnsafeHooks.leavesOut(function.categoryId())) {
                continue;
            }
            MethodHandle wrapped = LinkerAdapter.wrap(handle, function, 1);
            if (wrapped != null) {
                dispatch = MethodHandles.guardWithTest(test(IS, inLibc, inGlobalScope, handle), wrapped, dispatch);
                for (long address : new long[] {inLibc, inGlobalScope}) {
                    if (address != 0) {
                        lowest = Math.min(lowest, address);
                        highest = Math.max(highest, address);
                    }
                }
            }
        }
        // One test for most of what is none of these functions.
        return dispatch == handle
                ? handle
                : MethodHandles.guardWithTest(test(IS_BETWEEN, lowest, highest, handle), dispatch, handle);
    }

    private static MethodHandle test(MethodHandle test, long first, long second, MethodHandle handle) {
        return MethodHandles.insertArguments(test, 0, first, second)
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
