package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A method that lists the fields or the methods of a class for reflection:
 *
 * <pre>
 *     Field[] result = ...;
 *     try { result = ReflectionHooks.withoutAdded(result); } catch (Throwable t) { GuardedCall }
 *     return result;
 * </pre>
 */
final class MemberFilterAdvice extends GuardedMethod {
    private final String members;

    MemberFilterAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.members = descriptor.substring(descriptor.indexOf(')') + 1);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            callHook(
                    HookNames.REFLECTION,
                    "withoutAdded",
                    "(".concat(members).concat(")").concat(members));
            keep(Opcodes.ASTORE);
            endOnExit(members, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
        }
        super.visitInsn(opcode);
    }
}
