package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A method that lists the fields of a class for reflection:
 *
 * <pre>
 *     Field[] result = ...;
 *     try { result = ReflectionHooks.withoutAdded(result); } catch (Throwable t) { GuardedCall }
 *     return result;
 * </pre>
 */
final class FieldFilterAdvice extends GuardedMethod {
    private static final String FIELDS = "[Ljava/lang/reflect/Field;";

    private static final String WITHOUT = "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;";

    FieldFilterAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            callHook(HookNames.REFLECTION, "withoutAdded", WITHOUT);
            keep(Opcodes.ASTORE);
            endOnExit(FIELDS, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
        }
        super.visitInsn(opcode);
    }
}
