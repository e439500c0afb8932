package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Puts a label where a method without a result returns:
 *
 * <pre>
 *     try { UnsafeHooks.labelIfNone(category); } catch (Throwable t) { GuardedCall }
 *     return;
 * </pre>
 *
 * What {@code Bits.reserveMemory} has reserved would never be given back if the hook made it throw.
 */
final class NextLabel extends GuardedMethod {
    private final Hook hook;

    NextLabel(MethodVisitor next, Hook hook, int access, String descriptor) {
        super(next, hook.className(), access, descriptor);
        this.hook = hook;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            begin();
            mv.visitIntInsn(Opcodes.SIPUSH, hook.category().id());
            callHook(HookNames.UNSAFE, "labelIfNone", "(I)V");
            endOnExit(Opcodes.TOP, Opcodes.NOP, opcode);
        }
        super.visitInsn(opcode);
    }
}
