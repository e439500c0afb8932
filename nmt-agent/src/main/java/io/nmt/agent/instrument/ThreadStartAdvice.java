package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * {@code Thread.start}: shows the thread to the hook where it returns. It throws on what its native throws: shows that
 * to the hook, too. From JDK 21 on it does so in a
 * block that holds a monitor, too; what is thrown on there is shown once the monitor is free, since an error in the
 * call of the hook passes over the method's own handlers.
 */
final class ThreadStartAdvice extends ThrowingAdvice {
    private static final int THIS = 0;

    private boolean locks;
    private boolean unlocked;
    private boolean loaded;

    ThreadStartAdvice(MethodVisitor next, HookedRows rows, int row, int access, String descriptor) {
        super(next, rows, row, access, descriptor, HookNames.THREAD, "thrown");
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            begin();
            load(Opcodes.ALOAD, THIS);
            callHook(HookNames.THREAD, "started", "(Ljava/lang/Thread;)V");
            endOnExit(Opcodes.TOP, Opcodes.NOP, opcode);
        }
        super.visitInsn(opcode);
        locks |= opcode == Opcodes.MONITORENTER;
        unlocked = opcode == Opcodes.MONITOREXIT;
        loaded = false;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        super.visitVarInsn(opcode, local);
        loaded = opcode == Opcodes.ALOAD;
    }

    /** After a constructor's call, what is thrown is new. */
    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        unlocked = false;
        loaded = false;
    }

    @Override
    boolean isShown() {
        return loaded && (unlocked || !locks);
    }
}
