package io.nmt.it.programs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Native memory segments, by reflection, since these classes are compiled for JDK 17: there they are an incubator
 * module ({@code --add-modules=jdk.incubator.foreign}), in JDK 21 a preview ({@code --enable-preview}), and from 22 on
 * part of it.
 */
final class Segments {
    private static final boolean INCUBATOR = Runtime.version().feature() == 17;

    private static final Class<?> ARENA = type(INCUBATOR ? "ResourceScope" : "Arena");
    private static final Class<?> ALLOCATOR = type("SegmentAllocator");
    private static final Class<?> SEGMENT = type("MemorySegment");

    private static final Method ALLOCATE = method(ALLOCATOR, "allocate", long.class, long.class);
    private static final Method OF_SCOPE = INCUBATOR ? method(ALLOCATOR, "ofScope", ARENA) : null;
    private static final Method ADDRESS = method(SEGMENT, "address");
    private static final Method RAW_ADDRESS = INCUBATOR ? method(type("MemoryAddress"), "toRawLongValue") : null;
    private static final Method CLOSE = method(ARENA, "close");

    private Segments() {}

    /** Arenas differ in which threads may use and what frees their segments. JDK 17 calls them scopes. */
    enum Arena {
        CONFINED("newConfinedScope", "ofConfined"),
        SHARED("newSharedScope", "ofShared"),
        /** Freed by the garbage collector. */
        AUTO("newImplicitScope", "ofAuto"),
        /** Never freed. */
        GLOBAL("globalScope", "global");

        private final Method factory;

        Arena(String incubatorFactory, String factory) {
            this.factory = method(ARENA, INCUBATOR ? incubatorFactory : factory);
        }

        Object open() {
            return invoke(factory, null);
        }
    }

    static void close(Object arena) {
        invoke(CLOSE, arena);
    }

    /** Returns a segment of an arena. */
    static Object allocate(Object arena, long bytes, long alignment) {
        return allocateFrom(INCUBATOR ? invoke(OF_SCOPE, null, arena) : arena, bytes, alignment);
    }

    /** Returns a segment of a {@code SegmentAllocator}. */
    static Object allocateFrom(Object allocator, long bytes, long alignment) {
        return invoke(ALLOCATE, allocator, bytes, alignment);
    }

    static long address(Object segment) {
        Object address = invoke(ADDRESS, segment);
        return INCUBATOR ? (Long) invoke(RAW_ADDRESS, address) : (Long) address;
    }

    static Object slice(Object segment, long offset, long bytes) {
        return invoke(method(SEGMENT, "asSlice", long.class, long.class), segment, offset, bytes);
    }

    static Object byteBuffer(Object segment) {
        return invoke(method(SEGMENT, "asByteBuffer"), segment);
    }

    /** Returns the memory as a segment of another arena. */
    static Object reinterpret(Object segment, long bytes, Object arena) {
        if (INCUBATOR) {
            Class<?> address = type("MemoryAddress");
            return invoke(method(address, "asSegment", long.class, ARENA), invoke(ADDRESS, segment), bytes, arena);
        }
        Method method = method(SEGMENT, "reinterpret", long.class, ARENA, java.util.function.Consumer.class);
        return invoke(method, segment, bytes, arena, null);
    }

    /** Returns an allocator that cuts segments off one block of an arena. */
    static Object slicingAllocator(Object arena, long bytes) {
        return INCUBATOR
                ? invoke(method(ALLOCATOR, "arenaAllocator", long.class, ARENA), null, bytes, arena)
                : invoke(method(ALLOCATOR, "slicingAllocator", SEGMENT), null, allocate(arena, bytes, 1));
    }

    /** Returns an allocator that hands out the same memory again and again. */
    static Object recyclingAllocator(Object segment) {
        return invoke(method(ALLOCATOR, INCUBATOR ? "ofSegment" : "prefixAllocator", SEGMENT), null, segment);
    }

    /** Returns an allocator of the application's own: it hands out slices of a segment, one after the other. */
    static Object customAllocator(Object segment) {
        InvocationHandler handler = new InvocationHandler() {
            private long offset;

            @Override
            public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
                if (!method.equals(ALLOCATE)) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                long bytes = (Long) arguments[0];
                Object slice = slice(segment, offset, bytes);
                offset += bytes;
                return slice;
            }
        };
        return Proxy.newProxyInstance(Segments.class.getClassLoader(), new Class<?>[] {ALLOCATOR}, handler);
    }

    /** Returns a segment of an allocator, by one of the methods that call {@link #allocateFrom}'s. */
    static Object allocateByDefaultMethod(Object allocator, long bytes) {
        return invoke(method(ALLOCATOR, "allocate", long.class), allocator, bytes);
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName((INCUBATOR ? "jdk.incubator.foreign." : "java.lang.foreign.") + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object invoke(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
