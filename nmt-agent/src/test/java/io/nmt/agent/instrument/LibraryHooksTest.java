package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LibraryHooksTest {
    private static final String CHUNK = "acme/netty/buffer/PoolChunk";

    private final List<ClassFileTransformer> transformers = new CopyOnWriteArrayList<>();
    private final Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(
            LibraryHooksTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "addTransformer" -> {
                    transformers.add((ClassFileTransformer) arguments[0]);
                    yield null;
                }
                case "removeTransformer" -> transformers.remove(arguments[0]);
                default -> null;
            });

    /** What the JVM does when the current thread brings in that class. Returns how many have changed it. */
    private int load() throws Exception {
        byte[] bytes = chunk();
        int changed = 0;
        for (ClassFileTransformer transformer : transformers) {
            changed += transformer.transform(getClass().getClassLoader(), CHUNK, null, null, bytes) == null ? 0 : 1;
        }
        return changed;
    }

    @Test
    void aThreadChangesWhatItBringsInItself() throws Exception {
        LibraryHooks hooks = new LibraryHooks(instrumentation, false, true, new HandleTable(), () -> {});
        hooks.begin();
        assertThat(load()).isEqualTo(1);
        CountDownLatch loaded = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            hooks.begin();
            loaded.countDown();
        });
        other.start();
        loaded.await();
        other.join();
        assertThat(transformers).hasSize(2);
        assertThat(load()).isEqualTo(1);

        hooks.begin(); // it brings in another one meanwhile
        assertThat(load()).isEqualTo(1);
        hooks.end();
        assertThat(load()).isEqualTo(1);
        hooks.end();
        assertThat(load()).isZero();
        hooks.end();
        assertThat(transformers).hasSize(1);
    }

    /**
     * To define the tracker's classes may run anyone's code, which may wait for a lock of a loader that brings in a
     * library's class.
     */
    @Test
    @Timeout(300)
    void noThreadWaitsForOneThatDefinesTheTrackersClasses() throws Exception {
        CountDownLatch defining = new CountDownLatch(1);
        CountDownLatch otherIsDone = new CountDownLatch(1);
        LibraryHooks hooks = new LibraryHooks(instrumentation, false, true, new HandleTable(), () -> {
            defining.countDown();
            await(otherIsDone);
        });
        int[] changed = new int[1];
        Thread definer = new Thread(() -> {
            hooks.begin();
            changed[0] = loadUnchecked();
            hooks.end();
        });
        definer.start();
        defining.await();

        hooks.begin();
        hooks.end();

        otherIsDone.countDown();
        definer.join();
        assertThat(changed[0]).isEqualTo(1);
        assertThat(transformers).isEmpty();
    }

    private int loadUnchecked() {
        try {
            return load();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("it waits");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] chunk() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, CHUNK, null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(1, 1);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
