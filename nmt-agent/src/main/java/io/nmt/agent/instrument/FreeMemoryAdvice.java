package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * {@code void freeMemory(long address)} becomes
 *
 * <pre>
 *     try { UnsafeHooks.freeing(address); } catch (Throwable t) { HookHandler; before it throws: freeMemory(address); }
 *     the method's body
 * </pre>
 */
final class FreeMemoryAdvice extends MethodVisitor {
    private static final int ADDRESS = 1;

    FreeMemoryAdvice(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label after = new Label();
        Object[] locals = {"jdk/internal/misc/Unsafe", Opcodes.LONG};
        visitTryCatchBlock(start, end, handler, null);
        visitLabel(start);
        visitVarInsn(Opcodes.LLOAD, ADDRESS);
        visitMethodInsn(Opcodes.INVOKESTATIC, MemoryAdvice.HOOKS, "freeing", "(J)V", false);
        visitLabel(end);
        visitJumpInsn(Opcodes.GOTO, after);
        visitLabel(handler);
        Object[] thrown = {"java/lang/Throwable"};
        visitFrame(Opcodes.F_NEW, locals.length, locals, 1, thrown);
        if (HookHandler.CAN_BE_SENT) {
            Label notSent = HookHandler.beginSent(mv);
            visitVarInsn(Opcodes.ALOAD, 0);
            visitVarInsn(Opcodes.LLOAD, ADDRESS);
            visitMethodInsn(Opcodes.INVOKEVIRTUAL, "jdk/internal/misc/Unsafe", "freeMemory", "(J)V", false);
            visitInsn(Opcodes.ATHROW);
            visitLabel(notSent);
            visitFrame(Opcodes.F_NEW, locals.length, locals, 1, thrown);
        }
        HookHandler.end(mv);
        visitLabel(after);
        visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, HookHandler.STACK), maxLocals);
    }
}
