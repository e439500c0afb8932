package io.nmt.bench.support;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** The application's {@code Unsafe}. */
public final class NativeUnsafe {
    /** Allocates and frees; tracked if an agent tracks it. */
    public static final Unsafe UNSAFE = unsafe();

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
