package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Shows the thread-local in which a class of OpenTelemetry keeps each thread's context, before that changes:
 *
 * <pre>
 *     Scope attach(context) {
 *         try { ContextHooks.storedIn(THREAD_LOCAL_STORAGE); } catch (Throwable t) { GuardedCall }
 *         ...
 *     }
 * </pre>
 */
final class ContextStorageAdvice extends GuardedMethod {
    static final String FIELD = "THREAD_LOCAL_STORAGE";
    static final String FIELD_TYPE = "Ljava/lang/ThreadLocal;";

    private final String className;

    private ContextStorageAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.className = className;
    }

    /** Not a constructor, so that the class is loaded only when it is needed: see {@link JnaCaller#of}. */
    static MethodVisitor of(MethodVisitor next, String className, int access, String descriptor) {
        return new ContextStorageAdvice(next, className, access, descriptor);
    }

    @Override
    boolean isInLibrary() {
        return true;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        begin();
        mv.visitFieldInsn(Opcodes.GETSTATIC, className, FIELD, FIELD_TYPE);
        callHook(HookNames.LIBRARY, "storedIn", "(".concat(FIELD_TYPE).concat(")V"));
        endOnEntry();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
}
