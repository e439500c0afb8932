package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class files of compilers that knew neither frames nor invokedynamic, in a class loader that finds no hook. */
class OldClassFilesTest {
    private static final String NAME = "acme/Old";

    private static final class Definer extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5})
    void workWithHooks(int version) throws Exception {
        HandleTable table = new HandleTable();
        table.add("acme.Old", "close");
        byte[] bytes = HandleVisitor.hook(old(version), table.of(NAME), true, false);

        Class<?> type = new Definer().define(bytes);
        Object handle = type.getConstructor(int.class).newInstance(3);
        Method close = type.getMethod("close");
        assertThat(close.invoke(handle)).isEqualTo(3);
        assertThat(close.invoke(handle)).isEqualTo(3);
    }

    /** Has {@code Old(int n) { do { count++; } while (count < n); }} and {@code int close() { return count; }}. */
    private static byte[] old(int version) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, NAME, null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_PRIVATE, "count", "I", null, null).visitEnd();
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "(I)V", null, null);
        Label next = new Label();
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitLabel(next);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.GETFIELD, NAME, "count", "I");
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IADD);
        code.visitFieldInsn(Opcodes.PUTFIELD, NAME, "count", "I");
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, NAME, "count", "I");
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitJumpInsn(Opcodes.IF_ICMPLT, next);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(3, 2);
        code.visitEnd();
        code = writer.visitMethod(Opcodes.ACC_PUBLIC, "close", "()I", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, NAME, "count", "I");
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(1, 1);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
