package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * Code that the JDK runs before it makes the first object of a kind, such as a {@code Linker}: begins with a call of
 * the hook. An error in the initialiser of a class would take such objects from the application for good.
 */
final class FirstUseAdvice extends GuardedMethod {
    private final String hooks;

    FirstUseAdvice(MethodVisitor next, String hooks, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.hooks = hooks;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        begin();
        callHook(hooks, "begins", "()V");
        endOnEntry();
    }
}
