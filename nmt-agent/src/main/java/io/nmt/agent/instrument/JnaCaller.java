package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Calls the hooks from the two methods of JNA's {@code Memory} by which it allocates and frees:
 *
 * <pre>
 *     static long malloc(long size)  { ... JnaHooks.allocated(result, size); return result; }
 *     static void free(long address) { JnaHooks.freeing(address); ... }
 * </pre>
 */
final class JnaCaller extends MethodVisitor {
    static final String HOOKS = "io/nmt/core/libraries/JnaHooks";

    private static final int PARAMETER = 0;

    private final Hook.Kind kind;

    private JnaCaller(MethodVisitor next, Hook.Kind kind) {
        super(Opcodes.ASM9, next);
        this.kind = kind;
    }

    /** Not a constructor: to verify a class that returns a JnaCaller as a MethodVisitor, the JVM has to load this one. */
    static MethodVisitor of(MethodVisitor next, Hook.Kind kind) {
        return new JnaCaller(next, kind);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (kind == Hook.Kind.JNA_FREE_CALLER) {
            visitVarInsn(Opcodes.LLOAD, PARAMETER);
            visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "freeing", "(J)V", false);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.LRETURN) {
            super.visitInsn(Opcodes.DUP2);
            visitVarInsn(Opcodes.LLOAD, PARAMETER);
            visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "allocated", "(JJ)V", false);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 4, maxLocals);
    }
}
