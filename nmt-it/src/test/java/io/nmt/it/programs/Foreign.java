package io.nmt.it.programs;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** {@code java.lang.foreign}, which code for JDK 17 cannot name: a preview in JDK 21, there since JDK 22. */
final class Foreign {
    static final Class<?> SEGMENT = type("MemorySegment");

    private static final Class<?> LAYOUT = type("MemoryLayout");
    private static final Class<?> DESCRIPTOR = type("FunctionDescriptor");
    private static final Class<?> OPTION = type("Linker$Option");
    private static final Object LINKER = call(null, "Linker", "nativeLinker");

    private Foreign() {}

    static Class<?> type(String name) {
        try {
            return Class.forName("java.lang.foreign." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Calls the method that has that name and takes such arguments. */
    static Object call(Object on, String type, String name, Object... arguments) {
        for (Method method : type(type).getMethods()) {
            if (method.getName().equals(name) && takes(method, arguments)) {
                try {
                    return method.invoke(on, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(e.getCause());
                } catch (IllegalAccessException | IllegalArgumentException e) {
                    throw new IllegalStateException(name, e);
                }
            }
        }
        throw new IllegalStateException(name);
    }

    private static boolean takes(Method method, Object... arguments) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .wrap();
        boolean takes = type.parameterCount() == arguments.length;
        for (int i = 0; takes && i < arguments.length; i++) {
            takes = arguments[i] == null || type.parameterType(i).isInstance(arguments[i]);
        }
        return takes;
    }

    /** The address of a function of the C library. */
    static Object symbol(String name) {
        Optional<?> symbol = (Optional<?>) call(call(LINKER, "Linker", "defaultLookup"), "SymbolLookup", "find", name);
        return symbol.orElseThrow();
    }

    /** The address of the function that the process itself would call: {@code dlsym(RTLD_DEFAULT, name)}. */
    static Object globalSymbol(String name) throws Throwable {
        MethodHandle dlsym = link("dlsym", long.class, long.class, SEGMENT);
        return segmentAt((long) dlsym.invoke(0L, globalString(name)));
    }

    static long address(Object segment) {
        return (long) call(segment, "MemorySegment", "address");
    }

    static Object segmentAt(long address) {
        return call(null, "MemorySegment", "ofAddress", address);
    }

    /** A layout for a carrier: int, long, or MemorySegment. */
    static Object layout(Class<?> carrier) {
        String name = carrier == int.class ? "JAVA_INT" : carrier == long.class ? "JAVA_LONG" : "ADDRESS";
        try {
            return type("ValueLayout").getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object descriptor(Class<?> result, Class<?>... parameters) {
        Object layouts = Array.newInstance(LAYOUT, parameters.length);
        for (int i = 0; i < parameters.length; i++) {
            Array.set(layouts, i, layout(parameters[i]));
        }
        return result == void.class
                ? call(null, "FunctionDescriptor", "ofVoid", layouts)
                : call(null, "FunctionDescriptor", "of", layout(result), layouts);
    }

    /** A handle; with a null symbol, one whose first parameter is the symbol. */
    static MethodHandle link(Object symbol, Object descriptor, Object... options) {
        Object all = Array.newInstance(OPTION, options.length);
        System.arraycopy(options, 0, all, 0, options.length);
        try {
            Class<?> array = all.getClass();
            Class<?> linker = type("Linker");
            return (MethodHandle)
                    (symbol == null
                            ? linker.getMethod("downcallHandle", DESCRIPTOR, array)
                                    .invoke(LINKER, descriptor, all)
                            : linker.getMethod("downcallHandle", SEGMENT, DESCRIPTOR, array)
                                    .invoke(LINKER, symbol, descriptor, all));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static MethodHandle link(String function, Class<?> result, Class<?>... parameters) {
        return link(symbol(function), descriptor(result, parameters));
    }

    /** The option for short functions, which had another name in JDK 21. */
    static Object critical() {
        return Runtime.version().feature() == 21
                ? call(null, "Linker$Option", "isTrivial")
                : call(null, "Linker$Option", "critical", false);
    }

    static Object criticalWithHeap() {
        return call(null, "Linker$Option", "critical", true);
    }

    static Object captureErrno() {
        return call(null, "Linker$Option", "captureCallState", (Object) new String[] {"errno"});
    }

    /** The first bytes of a segment, as the machine orders them. */
    static ByteBuffer bytes(Object segment) {
        return ((ByteBuffer) call(segment, "MemorySegment", "asByteBuffer")).order(ByteOrder.nativeOrder());
    }

    static Object heapSegment(int bytes) {
        return call(null, "MemorySegment", "ofArray", (Object) new byte[bytes]);
    }

    /** Native memory that is never freed. */
    static Object globalSegment(long bytes) {
        return call(call(null, "Arena", "global"), "SegmentAllocator", "allocate", bytes);
    }

    static Object globalString(String text) {
        String name = Runtime.version().feature() == 21 ? "allocateUtf8String" : "allocateFrom";
        return call(call(null, "Arena", "global"), "SegmentAllocator", name, text);
    }
}
