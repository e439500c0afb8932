package io.nmt.agent;

import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.internal.misc.CDS;
import jdk.internal.misc.Unsafe;

/**
 * Defines {@link ClassDefiner} in the boot loader, while it is initialised. A class of the module {@code
 * jdk.unsupported}, to which the JDK exports {@code jdk.internal.misc}; where that module is absent, of a {@link
 * PrivateLoader}.
 */
final class BaseModuleDoor {
    static {
        define(Thread.currentThread().getUncaughtExceptionHandler());
    }

    private BaseModuleDoor() {}

    /**
     * Takes the definer's class file from {@link FirstClasses}, and hands it the definer. Does nothing while the JVM
     * records an archive of classes: it takes no instrumented ones.
     */
    @SuppressWarnings("unchecked")
    private static void define(Object handler) {
        if (CDS.isDumpingArchive()) {
            return;
        }
        byte[] bytes = ((Supplier<byte[]>) handler).get();
        try {
            Unsafe unsafe = Unsafe.getUnsafe();
            Class<?> definer = unsafe.defineClass(null, bytes, 0, bytes.length, null, null);
            ((Consumer<Object>) handler).accept(unsafe.allocateInstance(definer));
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }
}
