package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class HookedClassTest {
    /** A reading between the two must not tell of a loss, which would be told for good. */
    @Test
    void aClassIsLostOnlyOnceItsVersionWasTried() {
        HookedClass type = new HookedClass(List.of());
        assertThat(type.isPlaced()).isFalse();
        assertThat(type.isLost()).as("before").isFalse();

        assertThat(type.hook(new byte[] {1, 2, 3})).as("no class").isNull();
        assertThat(type.failure()).isNotNull();
        assertThat(type.isLost()).as("after").isTrue();
    }

    /** The JVM lets it pass without this agent, and refuses a class that a transformer has changed. */
    @Test
    void codeOfANativeMethodIsLeftOut() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Some", null, "java/lang/Object", null);
        writeMethod(writer, Opcodes.ACC_NATIVE, "inNative");
        writeMethod(writer, Opcodes.ACC_STATIC, "inJava");

        assertThat(methodsWithCode(writer.toByteArray())).containsExactly("inNative", "inJava");
        assertThat(methodsWithCode(new HookedClass(List.of()).hook(writer.toByteArray())))
                .containsExactly("inJava");
    }

    /** Another agent has renamed the native, and calls it here: the hook would have made it a method without code. */
    @Test
    void aWrappedNativeIsLeftAlone() {
        String jna = "com/sun/jna/Native";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, jna, null, "java/lang/Object", null);
        MethodVisitor malloc = writer.visitMethod(Opcodes.ACC_STATIC, "malloc", "(J)J", null, null);
        malloc.visitCode();
        malloc.visitVarInsn(Opcodes.LLOAD, 0);
        malloc.visitMethodInsn(Opcodes.INVOKESTATIC, jna, "wrapped$malloc", "(J)J", false);
        malloc.visitInsn(Opcodes.LRETURN);
        malloc.visitMaxs(2, 2);
        malloc.visitEnd();
        writer.visitMethod(Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE, "wrapped$malloc", "(J)J", null, null)
                .visitEnd();

        HookedClass type = new HookedClass(HookTable.ofLibrary(jna, false));
        byte[] hooked = type.hook(writer.toByteArray());
        assertThat(hooked == null ? "" : new String(hooked, StandardCharsets.ISO_8859_1))
                .doesNotContain(NativeReplacement.PREFIX + "malloc");
    }

    private static void writeMethod(ClassWriter writer, int access, String name) {
        MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 1);
        method.visitEnd();
    }

    private static List<String> methodsWithCode(byte[] bytes) {
        List<String> names = new ArrayList<>();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitCode() {
                        names.add(name);
                    }
                };
            }
        };
        new ClassReader(bytes).accept(visitor, 0);
        return names;
    }
}
