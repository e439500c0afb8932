package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Shows the parameters of a method that changes the context of a thread, all of them objects:
 *
 * <pre>
 *     static void put(key, value) { try { ContextHooks.context(key, value); } catch (Throwable t) { } ... }
 * </pre>
 */
final class ContextAdvice extends GuardedMethod {
    private final int parameters;
    private final String descriptor;

    private ContextAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.parameters = Type.getArgumentTypes(descriptor).length;
        this.descriptor = descriptor;
    }

    /**
     * Not a constructor, so that the class is loaded only when it is needed: see {@link JnaCaller#of}.
     *
     * @return {@code next} if the method is not as expected, in a version that has not been seen here
     */
    static MethodVisitor of(
            MethodVisitor next, HookedRows rows, int row, String className, int access, String descriptor) {
        if ((access & Opcodes.ACC_STATIC) == 0) {
            return next;
        }
        rows.found(row);
        return new ContextAdvice(next, className, access, descriptor);
    }

    @Override
    boolean isInLibrary() {
        return true;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        begin();
        for (int i = 0; i < parameters; i++) {
            load(Opcodes.ALOAD, i);
        }
        callHook(HookNames.LIBRARY, "context", descriptor);
        endOnEntry();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, parameters), maxLocals);
    }
}
