package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A method that makes an OutOfMemoryError and throws it: shows it to the hook before. */
abstract class DirectLimitAdvice extends MethodVisitor {
    private boolean made;

    DirectLimitAdvice(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    abstract void found();

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        made |= owner.equals("java/lang/OutOfMemoryError") && name.equals("<init>");
    }

    /** Others throw again what they have caught. */
    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ATHROW && made) {
            super.visitInsn(Opcodes.DUP);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "io/nmt/core/hooks/DirectLimitHooks",
                    "reached",
                    "(Ljava/lang/Throwable;)V",
                    false);
            made = false;
            found();
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
