package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * {@code void freeMemory(long address)} becomes
 *
 * <pre>
 *     try { UnsafeHooks.freeing(address); } catch (Throwable t) { GuardedCall; before it throws: freeMemory(address); }
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
        GuardedCall call = GuardedCall.begin(mv);
        visitVarInsn(Opcodes.LLOAD, ADDRESS);
        visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.UNSAFE, "freeing", "(J)V", false);
        call.beginHandler("jdk/internal/misc/Unsafe", Opcodes.LONG);
        if (call.beginSent()) {
            visitVarInsn(Opcodes.ALOAD, 0);
            visitVarInsn(Opcodes.LLOAD, ADDRESS);
            visitMethodInsn(Opcodes.INVOKEVIRTUAL, "jdk/internal/misc/Unsafe", "freeMemory", "(J)V", false);
            call.endSent();
        }
        call.count();
        call.endHandler();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, GuardedCall.STACK_SLOTS), maxLocals);
    }
}
