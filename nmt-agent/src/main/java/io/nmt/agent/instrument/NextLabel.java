package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Puts a label where a method returns: {@code UnsafeHooks.labelIfNone(category); return;}. */
final class NextLabel extends MethodVisitor {
    private final Hook hook;

    NextLabel(MethodVisitor next, Hook hook) {
        super(Opcodes.ASM9, next);
        this.hook = hook;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            super.visitIntInsn(Opcodes.SIPUSH, hook.category().id());
            super.visitMethodInsn(Opcodes.INVOKESTATIC, MemoryAdvice.HOOKS, "labelIfNone", "(I)V", false);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
}
