package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * The initialiser of a class that the JDK uses before it makes the first {@code Linker}: begins with a call of the
 * hook. An error there would take the {@code Linker} from the application for good.
 */
final class FirstUseAdvice extends GuardedMethod {
    FirstUseAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        begin();
        callHook(HookNames.LINKER_USE, "begins", "()V");
        endOnEntry();
    }
}
