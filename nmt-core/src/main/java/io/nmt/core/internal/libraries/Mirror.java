package io.nmt.core.internal.libraries;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads objects of a library, of whichever version that is.
 *
 * <p>Each method throws {@link ReflectiveOperationException}, {@link RuntimeException} or {@link LinkageError} where
 * the object is not as expected.
 */
final class Mirror {
    private static final JdkAccess JDK = JdkInternals.access();
    private static final long ADDRESS = JDK.fieldOffset(Buffer.class, "address");

    /** Members found in each class so far: a pool may have many chunks. */
    private static final ClassValue<Members> MEMBERS = new ClassValue<>() {
        @Override
        protected Members computeValue(Class<?> type) {
            return new Members(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
        }
    };

    /** Fields, and methods without parameters, by their names. */
    private record Members(Map<String, Field> fields, Map<String, Method> methods) {}

    private Mirror() {}

    /** Returns the value of a field that the object's class or one above it declares. */
    static Object field(Object object, String name) throws ReflectiveOperationException {
        Map<String, Field> known = MEMBERS.get(object.getClass()).fields;
        Field field = known.get(name);
        if (field == null) {
            field = findField(object, name);
            known.put(name, field);
        }
        return field.get(object);
    }

    private static Field findField(Object object, String name) throws ReflectiveOperationException {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    JDK.makeAccessible(field);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    static Object staticField(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        JDK.makeAccessible(field);
        return field.get(null);
    }

    static int intField(Object object, String name) throws ReflectiveOperationException {
        return (Integer) field(object, name);
    }

    /** Calls a method without parameters that the object's class or one above it declares. */
    static Object call(Object object, String name) throws ReflectiveOperationException {
        return method(object, name).invoke(object);
    }

    /** True if the object's class or one above it declares that method, without parameters. */
    static boolean hasMethod(Object object, String name) {
        try {
            return method(object, name) != null;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    private static Method method(Object object, String name) throws ReflectiveOperationException {
        Map<String, Method> known = MEMBERS.get(object.getClass()).methods;
        Method method = known.get(name);
        if (method == null) {
            method = findMethod(object, name);
            known.put(name, method);
        }
        return method;
    }

    /** Calls {@code ByteBuf.nioBuffer(index, length)}. */
    static ByteBuffer nioBuffer(Object byteBuf, int index, int length) throws ReflectiveOperationException {
        return (ByteBuffer)
                findMethod(byteBuf, "nioBuffer", int.class, int.class).invoke(byteBuf, index, length);
    }

    /** Finds a method without parameters that a type, or one above it, declares as public. */
    static Method publicMethod(Class<?> type, String name) throws ReflectiveOperationException {
        Method method = type.getMethod(name);
        JDK.makeAccessible(method);
        return method;
    }

    private static Method findMethod(Object object, String name, Class<?>... parameterTypes)
            throws ReflectiveOperationException {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameterTypes)) {
                    JDK.makeAccessible(method);
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** True if the class was initialized, so that a read of its static fields runs no code. */
    static boolean isInitialized(Class<?> type) {
        return JDK.isInitialized(type);
    }

    static long address(ByteBuffer direct) {
        return JDK.longIn(direct, ADDRESS);
    }
}
