package io.nmt.bench.demo;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** {@code sun.misc.Unsafe}, the way libraries get at it. */
final class RawMemory {
    static final Unsafe UNSAFE = unsafe();

    private RawMemory() {}

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
