package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryHooksTest {
    private static final String CHUNK = "acme/netty/buffer/PoolChunk";

    private final Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(
            LibraryHooksTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> null);

    private final LibraryNames names = new LibraryNames(withHandle());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com/sun/jna/Native",
                "com/sun/jna/Memory",
                CHUNK,
                "io/netty/buffer/AbstractReferenceCountedByteBuf",
                "org/eclipse/jetty/io/ArrayByteBufferPool$Buffer",
                "com/acme/Handle"
            })
    void knowsTheClassesOfBothTables(String className) {
        assertThat(names.contain(className)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "é",
                "Native",
                "com/sun/jna/NativeLong",
                "io/netty/buffer/PoolChunkList",
                "com/acme/Handles",
                "java/lang/Object"
            })
    void knowsNoOthers(String className) {
        assertThat(names.contain(className)).isFalse();
    }

    /** A hooked class file that is shown again, as where another agent has kept it, still has its hooks. */
    private static HandleTable withHandle() {
        HandleTable table = new HandleTable();
        table.add("com.acme.Handle", "close");
        return table;
    }

    @Test
    void aClassIsHookedOnce() {
        HookingTransformer transformer = transformer(() -> {});
        transformer.hookLibraries(true);
        byte[] hooked = load(transformer);
        assertThat(HookingVisitor.hasHooks(chunk())).isFalse();
        assertThat(HookingVisitor.hasHooks(hooked)).isTrue();
        assertThat(transformer.transform(getClass().getClassLoader(), CHUNK, Object.class, null, hooked))
                .isNull();
        transformer.hookLibraries(false);
        assertThat(load(transformer)).isNull();
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
        Thread[] definer = new Thread[1];
        HookingTransformer transformer = transformer(() -> {
            if (Thread.currentThread() == definer[0]) {
                defining.countDown();
                await(otherIsDone);
            }
        });
        transformer.hookLibraries(true);
        boolean[] changed = new boolean[1];
        definer[0] = new Thread(() -> changed[0] = load(transformer) != null);
        definer[0].start();
        defining.await();

        assertThat(load(transformer)).isNotNull();

        otherIsDone.countDown();
        definer[0].join();
        assertThat(changed[0]).isTrue();
    }

    private HookingTransformer transformer(Runnable classes) {
        return new HookingTransformer(
                new LibraryHooks(instrumentation, false, true, List.of(), false, new HandleTable(), classes));
    }

    private byte[] load(HookingTransformer transformer) {
        return transformer.transform(getClass().getClassLoader(), CHUNK, null, null, chunk());
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
