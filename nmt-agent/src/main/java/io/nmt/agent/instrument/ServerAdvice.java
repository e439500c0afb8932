package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A method that returns a new MBean server: shows it to the hook. */
final class ServerAdvice extends MethodVisitor {
    ServerAdvice(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            super.visitInsn(Opcodes.DUP);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "io/nmt/core/hooks/ManagementUse",
                    "serverMade",
                    "(Ljava/lang/Object;)V",
                    false);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
