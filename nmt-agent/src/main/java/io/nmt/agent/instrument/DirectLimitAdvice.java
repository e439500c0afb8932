package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * A method that makes an OutOfMemoryError and throws it: shows it to the hook before. Where the stack ends at the very
 * call of the hook, the error passes over the method's own handlers (in {@code Bits}: one that interrupts the thread
 * again).
 */
final class DirectLimitAdvice extends ThrowingAdvice {
    private static final String ERROR = "java/lang/OutOfMemoryError";

    private boolean made;

    DirectLimitAdvice(MethodVisitor next, HookedRows rows, int row, int access, String descriptor) {
        super(next, rows, row, access, descriptor, HookNames.DIRECT_LIMIT, "reached");
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        made |= owner.equals(ERROR) && name.equals("<init>");
    }

    /** Others throw again what they have caught. */
    @Override
    boolean isShown() {
        boolean isMade = made;
        made = false;
        return isMade;
    }
}
