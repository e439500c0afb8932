package io.nmt.it.failures;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** An agent that puts a {@link FailurePoint} before each call, allocation and branch of the tracker's classes. */
public final class FailingAgent {
    /*
     * Hooks that the JDK calls where its own operands are on the stack, so that there can be no handler around them.
     * They stand before the JDK's own call that allocates: if the stack ends at their entry, nothing has happened yet,
     * and it ends just as well at that of the JDK's method, which has a larger frame. All else of them has points.
     */
    private static final Set<String> WITHOUT_HANDLER = Set.of(
            "io/nmt/core/internal/hooks/UnsafeHooks.label", "io/nmt/core/internal/hooks/UnsafeHooks.allocateTemporary");

    // Has no points: it is where a stack that is too short is meant to end, before anything is done.
    private static final String RESERVE = "io/nmt/core/internal/linker/LinkerGuard.reserve";

    private static final String ALLOCATE_DIRECT = "java/nio/ByteBuffer.allocateDirect";
    private static final String CORE = "io/nmt/core/";
    private static final String JFR = "io/nmt/agent/jfr/";

    private static final Set<String> DONE = ConcurrentHashMap.newKeySet();

    private FailingAgent() {}

    /**
     * To be loaded after the tracker's agent.
     *
     * @param jar in which {@link FailurePoint} is, for the boot loader
     */
    public static void premain(String jar, Instrumentation instrumentation) throws IOException {
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(new File(jar)));
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                        try {
                            if (!isTracker(name)) {
                                return null;
                            }
                            DONE.add(name);
                            return withPoints(bytes);
                        } catch (Throwable t) {
                            t.printStackTrace(); // the JVM would pass over it
                            throw t;
                        }
                    }
                },
                true);
        FailurePoint.addBy(() -> addPoints(instrumentation));
        addPoints(instrumentation);
    }

    private static void addPoints(Instrumentation instrumentation) {
        List<Class<?>> without = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            String name = type.getName().replace('.', '/');
            if (isTracker(name) && instrumentation.isModifiableClass(type) && !DONE.contains(name)) {
                without.add(type);
            }
        }
        try {
            instrumentation.retransformClasses(without.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isTracker(String name) {
        return name != null && (name.startsWith(CORE) || name.startsWith(JFR));
    }

    private static byte[] withPoints(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                        // A class whose initialisation fails is lost for good, the JDK's as well as ours.
                        String method = reader.getClassName() + "." + name;
                        return name.equals("<clinit>") || method.equals(RESERVE) ? next : new Points(next, method);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Points extends MethodVisitor {
        private final String method;
        private int number;

        Points(MethodVisitor next, String method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        private void point(String what) {
            super.visitLdcInsn(FailurePoint.add(method + " " + ++number + ", " + what));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "io/nmt/it/failures/FailurePoint", "reach", "(I)V", false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (!WITHOUT_HANDLER.contains(method)) {
                point("entry");
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            String called = owner + "." + name;
            if (called.equals(ALLOCATE_DIRECT)) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                return; // what the application asked for
            }
            point("before " + called);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            // A method of the JDK may do what it is for and throw nevertheless, as a lock that keeps a reserve of
            // stack.
            if (owner.startsWith("java/util/concurrent/")) {
                point("after " + owner + "." + name);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, net.bytebuddy.jar.asm.Handle method, Object... arguments) {
            point("before linking " + name);
            super.visitInvokeDynamicInsn(name, descriptor, method, arguments);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                point("new " + type); // not before it: stack maps name the place of the instruction itself
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                point("before a new array");
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            point("before a new array");
            super.visitMultiANewArrayInsn(descriptor, dimensions);
        }

        @Override
        public void visitJumpInsn(int opcode, net.bytebuddy.jar.asm.Label label) {
            if (opcode != Opcodes.GOTO) { // which decides nothing
                point("before a branch");
            }
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 1, maxLocals);
        }
    }
}
