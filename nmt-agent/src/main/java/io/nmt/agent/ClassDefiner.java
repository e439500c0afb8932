package io.nmt.agent;

import java.util.function.BiConsumer;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;

/**
 * Defines classes in the boot loader. The build gives it a name in the package {@code jdk.internal.misc}
 * (build/AgentJar.java), and thus it becomes a part of the JDK's base module when it is defined. The only instance is
 * in {@link BootClasses}.
 *
 * <p>Takes a class file's bytes, and how many they are.
 */
final class ClassDefiner implements BiConsumer<byte[], Integer> {
    private boolean readable;

    private ClassDefiner() {}

    @Override
    public void accept(byte[] bytes, Integer length) {
        Class<?> type = Unsafe.getUnsafe().defineClass(null, bytes, 0, length, null, null);
        if (!readable) {
            // The JDK's classes are to call the tracker's. Instrumentation.redefineModule takes milliseconds for it.
            SharedSecrets.getJavaLangAccess().addReads(Object.class.getModule(), type.getModule());
            readable = true;
        }
    }
}
