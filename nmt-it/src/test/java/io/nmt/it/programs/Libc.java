package io.nmt.it.programs;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Functions of the C library, linked in one of several ways. */
final class Libc {
    private static final int FIRST_PARAMETER = 2;

    private final String way;
    private final Class<?> pointer;
    private final Class<?> size;
    private final Object[] options;
    private final Object callState;
    private final Map<String, MethodHandle> handles = new HashMap<>();

    /**
     * Linked so: {@code longs}, {@code segments}, {@code ints} (sizes), {@code critical}, {@code errno},
     * {@code unbound}, {@code global}.
     */
    Libc(String way) {
        this.way = way;
        this.pointer = way.contains("segments") ? Foreign.SEGMENT : long.class;
        this.size = way.contains("ints") ? int.class : long.class;
        List<Object> all = new ArrayList<>();
        if (way.contains("critical")) {
            all.add(Foreign.critical());
        }
        if (way.contains("heap")) {
            all.add(Foreign.criticalWithHeap());
        }
        if (way.contains("errno")) {
            all.add(Foreign.captureErrno());
        }
        this.options = all.toArray();
        this.callState = way.contains("errno") ? Foreign.globalSegment(Long.BYTES) : null;
    }

    /**
     * Calls a function.
     *
     * @param signature {@code result(parameters)}, each P for a pointer, S for a size, I for an int, V for nothing
     */
    long call(String name, String signature, Object... arguments) throws Throwable {
        List<Object> all = new ArrayList<>();
        if (way.contains("unbound")) {
            all.add(symbol(name));
        }
        if (callState != null) {
            all.add(callState);
        }
        for (int i = 0; i < arguments.length; i++) {
            all.add(
                    arguments[i] instanceof Long number
                            ? passed(signature.charAt(FIRST_PARAMETER + i), number)
                            : arguments[i]);
        }
        Object result = handle(name, signature).invokeWithArguments(all);
        if (result == null) {
            return 0;
        }
        return result instanceof Number number ? number.longValue() : Foreign.address(result);
    }

    private Object symbol(String name) throws Throwable {
        return way.contains("global") ? Foreign.globalSymbol(name) : Foreign.symbol(name);
    }

    private Object passed(char kind, long argument) {
        Class<?> carrier = carrier(kind);
        if (carrier == int.class) {
            return (int) argument;
        }
        return carrier == long.class ? (Object) argument : Foreign.segmentAt(argument);
    }

    private Class<?> carrier(char kind) {
        return switch (kind) {
            case 'P' -> pointer;
            case 'S' -> size;
            case 'I' -> int.class;
            default -> void.class;
        };
    }

    private MethodHandle handle(String name, String signature) throws Throwable {
        MethodHandle known = handles.get(name);
        if (known == null) {
            Class<?>[] parameters = new Class<?>[signature.length() - FIRST_PARAMETER - 1];
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = carrier(signature.charAt(FIRST_PARAMETER + i));
            }
            Object descriptor = Foreign.descriptor(carrier(signature.charAt(0)), parameters);
            known = Foreign.link(way.contains("unbound") ? null : symbol(name), descriptor, options);
            handles.put(name, known);
        }
        return known;
    }

    /** Calls posix_memalign, and returns the address, or minus the error. */
    long posixMemalign(long alignment, long bytes) throws Throwable {
        Object out = way.contains("heap") ? Foreign.heapSegment(Long.BYTES) : Foreign.globalSegment(Long.BYTES);
        long error = call(
                "posix_memalign",
                "I(PSS)",
                pointer == long.class ? (Object) Foreign.address(out) : out,
                alignment,
                bytes);
        return error == 0 ? Foreign.bytes(out).getLong(0) : -error;
    }

    /** The errno of the last call. */
    int errno() {
        return Foreign.bytes(callState).getInt(0);
    }
}
