package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** {@code long allocateMemory(long bytes)}, which overwrites its parameter with the size rounded up. */
final class AllocateMemoryAdvice extends MemoryAdvice {
    private static final int BYTES = 1;

    private final int requested = extra(0);

    AllocateMemoryAdvice(MethodVisitor next) {
        super(next, 1, 1);
    }

    @Override
    void onEntry() {
        load(BYTES);
        store(requested);
    }

    @Override
    void onExit() {
        load(result());
        load(requested);
        callHook("allocated", "(JJ)V");
    }

    /** The caller will never learn the address, so the block is freed. */
    @Override
    void onExitSent() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        load(result());
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "jdk/internal/misc/Unsafe", "freeMemory", "(J)V", false);
    }

    @Override
    void onThrow() {
        load(requested);
        loadThrown();
        callHook("allocationFailed", "(JLjava/lang/Throwable;)V");
    }

    /** An argument that is refused with an exception leaves no label behind: those that label pass none. */
    @Override
    String caughtType() {
        return "java/lang/Error";
    }

    @Override
    boolean onThrowRecords() {
        return false;
    }
}
