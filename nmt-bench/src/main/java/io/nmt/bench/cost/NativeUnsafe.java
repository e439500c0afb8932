package io.nmt.bench.cost;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** The application's {@code Unsafe}. */
final class NativeUnsafe {
    static final Unsafe UNSAFE = unsafe();

    private NativeUnsafe() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
