package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** {@code Thread.dispatchUncaughtException}: shows its parameter to the hook first. */
final class ThreadEndAdvice extends GuardedMethod {
    private static final int ERROR = 1;

    ThreadEndAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        begin();
        load(Opcodes.ALOAD, ERROR);
        callHook(HookNames.THREAD, "thrown", "(Ljava/lang/Throwable;)V");
        endOnEntry();
    }
}
