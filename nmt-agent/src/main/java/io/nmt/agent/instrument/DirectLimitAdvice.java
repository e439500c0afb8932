package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A method that makes an OutOfMemoryError and throws it: shows it to the hook before. Where the stack ends at the very
 * call of the hook, the error passes over the method's own handlers (in {@code Bits}: one that interrupts the thread
 * again).
 */
final class DirectLimitAdvice extends GuardedMethod {
    private static final String ERROR = "java/lang/OutOfMemoryError";

    private final HookedRows rows;
    private final int row;
    private boolean made;

    DirectLimitAdvice(MethodVisitor next, HookedRows rows, int row, int access, String descriptor) {
        super(next, rows.hook(row).className(), access, descriptor);
        this.rows = rows;
        this.row = row;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        made |= owner.equals(ERROR) && name.equals("<init>");
    }

    /** Others throw again what they have caught. */
    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ATHROW && made) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            callHook(HookNames.DIRECT_LIMIT, "reached", "(Ljava/lang/Throwable;)V");
            endOnExit(ERROR, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
            made = false;
            rows.found(row);
        }
        super.visitInsn(opcode);
    }
}
