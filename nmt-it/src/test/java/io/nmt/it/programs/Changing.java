package io.nmt.it.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Another agent, which changes classes that ours hooks, as its options say, and later as {@link Changed} says. */
public final class Changing {
    private static final List<String> TRACED =
            List.of("jdk.internal.misc.Unsafe", "java.nio.Bits", "java.util.zip.Inflater", "java.util.zip.Deflater");

    private static Instrumentation instrumentation;
    private static ClassFileTransformer active;

    private Changing() {}

    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        Changing.instrumentation = instrumentation;
        if (!options.equals("nothing")) {
            run(options);
        }
    }

    static void run(String action) throws Exception {
        switch (action) {
            case "mark" -> redefine("java.util.zip.Inflater", markInflater());
            case "trace" -> begin((name, bytes) -> bytes.clone());
            case "strip" -> begin((name, bytes) -> bytesOf(name));
            case "refuse" ->
                instrumentation.addTransformer(new Adding(), true); // adds a method to each later version of Inflater
            case "end" -> end();
            case "mute" -> instrumentation.removeTransformer(active); // what it has changed stays
            case "redefine" -> {
                for (String name : TRACED) {
                    redefine(name, bytesOf(name));
                }
            }
            default -> redefine(action, bytesOf(action));
        }
    }

    private interface Change {
        byte[] of(String name, byte[] bytes) throws IOException;
    }

    private static void begin(Change change) throws Exception {
        active = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                try {
                    return type != null && TRACED.contains(type.getName()) ? change.of(type.getName(), bytes) : null;
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        instrumentation.addTransformer(active, true);
        retransform();
    }

    private static void end() throws Exception {
        retransform();
        instrumentation.removeTransformer(active);
        retransform();
    }

    private static void retransform() throws Exception {
        for (String name : TRACED) {
            instrumentation.retransformClasses(Class.forName(name));
        }
    }

    private static void redefine(String name, byte[] bytes) throws Exception {
        instrumentation.redefineClasses(new ClassDefinition(Class.forName(name), bytes));
    }

    private static byte[] bytesOf(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** {@code Inflater.getAdler()} is 42. Its native method of that name has code as well, which the JVM lets pass. */
    private static byte[] markInflater() throws IOException {
        ClassReader reader = new ClassReader(bytesOf("java.util.zip.Inflater"));
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
                        if (!name.equals("getAdler")) {
                            return code;
                        }
                        code.visitCode();
                        code.visitIntInsn(Opcodes.BIPUSH, 42);
                        code.visitInsn(Opcodes.IRETURN);
                        code.visitMaxs(1, 2);
                        code.visitEnd();
                        return null;
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Adds a method, which the JVM refuses of a class that is loaded. */
    private static final class Adding implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            if (type == null || !type.getName().equals("java.util.zip.Inflater")) {
                return null;
            }
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public void visitEnd() {
                            MethodVisitor code = super.visitMethod(Opcodes.ACC_PUBLIC, "more", "()V", null, null);
                            code.visitCode();
                            code.visitInsn(Opcodes.RETURN);
                            code.visitMaxs(0, 1);
                            code.visitEnd();
                            super.visitEnd();
                        }
                    },
                    0);
            return writer.toByteArray();
        }
    }
}
