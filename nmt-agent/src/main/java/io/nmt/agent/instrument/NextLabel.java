package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Puts a label where a static method of two longs returns:
 *
 * <pre>
 *     try { UnsafeHooks.labelIfNone(category); } catch (Throwable t) { HookHandler }
 *     return;
 * </pre>
 *
 * What {@code Bits.reserveMemory} has reserved would never be given back if the hook made it throw.
 */
final class NextLabel extends MethodVisitor {
    private final Hook hook;

    NextLabel(MethodVisitor next, Hook hook) {
        super(Opcodes.ASM9, next);
        this.hook = hook;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label after = new Label();
            Object[] parameters = {Opcodes.LONG, Opcodes.LONG};
            mv.visitTryCatchBlock(start, end, handler, null);
            mv.visitLabel(start);
            mv.visitIntInsn(Opcodes.SIPUSH, hook.category().id());
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, MemoryAdvice.HOOKS, "labelIfNone", "(I)V", false);
            mv.visitLabel(end);
            mv.visitJumpInsn(Opcodes.GOTO, after);
            mv.visitLabel(handler);
            HookHandler.write(mv, parameters);
            mv.visitLabel(after);
            mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, HookHandler.STACK), maxLocals);
    }
}
