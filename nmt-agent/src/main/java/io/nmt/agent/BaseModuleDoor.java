package io.nmt.agent;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.CDS;
import jdk.internal.misc.Unsafe;

/**
 * Defines the first classes in the boot loader. It is loaded by a loader of its own ({@link PrivateLoader}), whose
 * unnamed module is the only one to which {@code jdk.internal.misc} and {@code jdk.internal.access} are exported,
 * and it goes with that loader.
 *
 * <p>Takes a class file's bytes, and how many they are. Returns the class, or of a {@link BiConsumer} an instance.
 */
final class BaseModuleDoor implements BiFunction<byte[], Integer, Object> {
    static {
        open(BaseModuleDoor.class.getClassLoader());
    }

    private boolean readable;

    private BaseModuleDoor() {}

    /** Hands itself to the loader, unless the JVM records an archive of classes: it takes no instrumented ones. */
    @SuppressWarnings("unchecked")
    private static void open(ClassLoader loader) {
        if (!CDS.isDumpingArchive()) {
            ((Consumer<Object>) loader).accept(new BaseModuleDoor());
        }
    }

    @Override
    public Object apply(byte[] bytes, Integer length) {
        Class<?> type = Unsafe.getUnsafe().defineClass(null, bytes, 0, length, null, null);
        if (!readable) {
            // The JDK's classes are to call the tracker's. Instrumentation.redefineModule takes milliseconds for it.
            SharedSecrets.getJavaLangAccess().addReads(Object.class.getModule(), type.getModule());
            readable = true;
        }
        try {
            return BiConsumer.class.isAssignableFrom(type) ? Unsafe.getUnsafe().allocateInstance(type) : type;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }
}
