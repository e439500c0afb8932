package io.nmt.core.internal.linker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** Puts the calls of {@link LinkerCalls} around a handle of a C function. */
final class LinkerAdapter {
    /*
     * By combinators alone, so that a handle which is a constant is compiled into its caller as before:
     *
     *     reserve();                                       // the stack ends here, or nowhere in our calls
     *     S state = before(arguments);                     // only where the function frees
     *     try {
     *         R result = target(arguments);
     *     } catch (Throwable t) {
     *         undo(state, arguments);
     *         throw t;
     *     }
     *     after(result, state, arguments);                 // only where the function has a result that says something
     *     return result;
     *
     * Each call of ours is guarded (LinkerGuard), and nothing else is: what the target throws is its caller's.
     *
     * The function's own parameters are the handle's last ones. Those before them (the symbol, if the handle is not
     * bound to one, and the segment of Linker.Option.captureCallState) are passed on only.
     */
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle UNSIGNED;
    private static final MethodHandle ADDRESS_OF;
    private static final MethodHandle LOW_BITS = MethodHandles.explicitCastArguments(
            MethodHandles.identity(int.class), MethodType.methodType(int.class, long.class));

    static {
        try {
            UNSIGNED = LOOKUP.findStatic(Integer.class, "toUnsignedLong", MethodType.methodType(long.class, int.class));
            ADDRESS_OF = LOOKUP.findStatic(
                    LinkerSegments.class, "addressOf", MethodType.methodType(long.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LinkerFunction function;
    private final MethodType hookType;
    private final MethodHandle target;
    private final List<Class<?>> leading;
    private final List<Class<?>> own;

    private LinkerAdapter(LinkerFunction function, MethodType hookType, MethodHandle target) {
        this.function = function;
        this.hookType = hookType;
        this.target = target;
        List<Class<?>> all = target.type().parameterList();
        int ownFrom = all.size() - function.arity();
        this.leading = all.subList(0, ownFrom);
        this.own = all.subList(ownFrom, all.size());
    }

    /**
     * Wraps a handle.
     *
     * @param target of a handle
     * @param function that it calls
     * @param symbols how many parameters give the symbol: 1, or 0 if it is bound
     * @return a handle of the same type; with one that the function cannot have, each call counts as one that is not
     *     tracked
     */
    static MethodHandle wrap(MethodHandle target, LinkerFunction function, int symbols)
            throws ReflectiveOperationException {
        return fits(target.type(), function, symbols)
                ? new LinkerAdapter(function, function.methodType(target.type()), target).wrapped()
                : MethodHandles.foldArguments(target, LinkerGuard.UNTRACKED);
    }

    /** True if a handle of that type can be one of the function. */
    static boolean fits(MethodType type, LinkerFunction function, int symbols) {
        int leading = type.parameterCount() - function.arity();
        int captured = leading - symbols;
        if (function.methodType(type) == null || captured < 0 || captured > 1) {
            return false;
        }
        for (int i = 0; i < leading; i++) {
            if (!LinkerFunction.isSegment(type.parameterType(i))) {
                return false;
            }
        }
        return true;
    }

    private MethodHandle wrapped() throws ReflectiveOperationException {
        MethodHandle call = target;
        Class<?> state = function.state();
        boolean stateful = state != void.class;
        if (stateful) {
            MethodHandle undo = LinkerGuard.around(hook("undo", void.class, List.of(state)));
            call = MethodHandles.catchException(
                    MethodHandles.dropArguments(target, 0, state), Throwable.class, thenThrowOn(undo));
        }
        Class<?> result = target.type().returnType();
        Class<?> passed = hookType.returnType();
        if (passed != void.class) {
            MethodHandle after = hook("after", void.class, stateful ? List.of(passed, state) : List.of(passed));
            if (result == void.class) {
                after = LinkerGuard.around(MethodHandles.insertArguments(after, 0, 0));
                call = MethodHandles.foldArguments(after, call);
            } else {
                after = LinkerGuard.around(converted(after, 0, result));
                MethodHandle returned = MethodHandles.dropArguments(
                        MethodHandles.identity(result), 1, call.type().parameterList());
                call = MethodHandles.foldArguments(MethodHandles.foldArguments(returned, after), call);
            }
        }
        if (stateful) {
            call = MethodHandles.foldArguments(call, LinkerGuard.around(hook("before", state, List.of())));
        }
        return MethodHandles.foldArguments(call, LinkerGuard.RESERVE);
    }

    private MethodHandle thenThrowOn(MethodHandle undo) {
        MethodHandle thrown = MethodHandles.throwException(target.type().returnType(), Throwable.class);
        return MethodHandles.foldArguments(
                MethodHandles.dropArguments(thrown, 1, undo.type().parameterList()),
                MethodHandles.dropArguments(undo, 0, Throwable.class));
    }

    /** A method of {@link LinkerCalls} that takes {@code extra} arguments and then those of the target. */
    private MethodHandle hook(String when, Class<?> returned, List<Class<?>> extra)
            throws ReflectiveOperationException {
        List<Class<?>> parameters = new ArrayList<>(extra);
        parameters.addAll(hookType.parameterList());
        MethodHandle hook = LOOKUP.findStatic(
                LinkerCalls.class, function.method(when), MethodType.methodType(returned, parameters));
        for (int i = 0; i < own.size(); i++) {
            hook = converted(hook, extra.size() + i, own.get(i));
        }
        return MethodHandles.dropArguments(hook, extra.size(), leading);
    }

    private static MethodHandle converted(MethodHandle hook, int parameter, Class<?> carrier) {
        Class<?> passed = hook.type().parameterType(parameter);
        if (carrier == passed) {
            return hook;
        }
        if (passed == Object.class) {
            return hook.asType(hook.type().changeParameterType(parameter, carrier));
        }
        MethodHandle filter;
        if (carrier == int.class) {
            filter = UNSIGNED;
        } else if (passed == int.class) {
            filter = LOW_BITS;
        } else {
            filter = ADDRESS_OF.asType(ADDRESS_OF.type().changeParameterType(0, carrier));
        }
        return MethodHandles.filterArguments(hook, parameter, filter);
    }
}
