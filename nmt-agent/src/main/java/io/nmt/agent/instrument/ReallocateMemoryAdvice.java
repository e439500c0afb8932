package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** {@code long reallocateMemory(long address, long bytes)}, which overwrites its parameter with the size rounded up. */
final class ReallocateMemoryAdvice extends MemoryAdvice {
    private static final int ADDRESS = 1;
    private static final int BYTES = 3;

    private final int requested = extra(0);
    private final int removed = extra(1);

    ReallocateMemoryAdvice(MethodVisitor next) {
        super(next, 2, 2);
    }

    @Override
    void onEntry() {
        load(BYTES);
        store(requested);
        load(ADDRESS);
        load(BYTES);
        callHook("reallocating", "(JJ)J");
        store(removed);
    }

    @Override
    void onExit() {
        load(removed);
        load(result());
        load(requested);
        callHook("reallocated", "(JJJ)V");
    }

    /** The old block is gone: its record must not come back. */
    @Override
    void onExitSent() {
        mv.visitInsn(Opcodes.LCONST_0);
        store(removed);
    }

    @Override
    void onThrow() {
        load(ADDRESS);
        load(removed);
        load(requested);
        loadThrown();
        callHook("reallocationFailed", "(JJJLjava/lang/Throwable;)V");
    }

    /** Any: the old block is still there. */
    @Override
    String caughtType() {
        return "java/lang/Throwable";
    }

    @Override
    boolean onThrowRecords() {
        return true;
    }
}
