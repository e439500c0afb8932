package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class ClassSpliceTest {
    @OnEveryJdk
    void aHookedClassIsAsIfAsmHadWrittenAllOfIt(Jdk jdk) {
        Map<String, byte[]> classes = JdkClasses.of(jdk).hooked();
        int spliced = 0;
        for (Map.Entry<String, List<Hook>> rows :
                HookTable.byClass(jdk.feature()).entrySet()) {
            byte[] type = classes.get(rows.getKey());
            if (type != null) {
                byte[] whole = HookingVisitor.hook(type, rows.getValue(), false).bytes();
                byte[] result = HookingVisitor.hook(type, rows.getValue()).bytes();
                assertThat(members(result)).as(rows.getKey()).isEqualTo(members(whole));
                spliced += ClassSplice.of(type, rows.getValue()) == null ? 0 : 1;
            }
        }
        assertThat(spliced).isGreaterThan(8);
    }

    @Test
    void aClassWithoutTheMethodStaysAsItIs() {
        byte[] type = type(Opcodes.V17, "other", false);

        HookingVisitor visitor = HookingVisitor.hook(type, HookTable.byClass(17).get("java/nio/Bits"));

        assertThat(visitor.missing()).isNotNull();
        assertThat(members(visitor.bytes())).isEqualTo(members(type));
    }

    /** Their place in the attribute is counted, and new code would begin to count anew. */
    @Test
    void aClassWithLambdasIsWrittenAsAWhole() {
        byte[] type = type(Opcodes.V17, "reserveMemory", true);

        assertThat(ClassSplice.of(type, HookTable.byClass(17).get("java/nio/Bits")))
                .isNull();
    }

    /** Each member in a class file of its own, and the rest in another. */
    static Map<String, String> members(byte[] type) {
        Map<String, ClassWriter> writers = new LinkedHashMap<>();
        ClassWriter rest = new ClassWriter(0);
        new ClassReader(type)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, rest) {
                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String descriptor, String signature, Object value) {
                                return writer(name + descriptor).visitField(access, name, descriptor, signature, value);
                            }

                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return writer(name + descriptor)
                                        .visitMethod(access, name, descriptor, signature, thrown);
                            }

                            private ClassWriter writer(String member) {
                                ClassWriter writer = new ClassWriter(0);
                                writer.visit(Opcodes.V17, 0, "Some", null, "java/lang/Object", null);
                                assertThat(writers.put(member, writer))
                                        .as(member)
                                        .isNull();
                                return writer;
                            }
                        },
                        0);
        Map<String, String> members = new LinkedHashMap<>();
        members.put("", hex(rest));
        writers.forEach((member, writer) -> members.put(member, hex(writer)));
        return members;
    }

    private static String hex(ClassWriter writer) {
        return HexFormat.of().formatHex(writer.toByteArray());
    }

    private static byte[] type(int version, String method, boolean withLambda) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC, "java/nio/Bits", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, method, "(JJ)V", null, null);
        code.visitCode();
        if (withLambda) {
            Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, "java/nio/Bits", "bootstrap", "()V", false);
            code.visitInvokeDynamicInsn("run", "()V", bootstrap);
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 4);
        code.visitEnd();
        return writer.toByteArray();
    }
}
