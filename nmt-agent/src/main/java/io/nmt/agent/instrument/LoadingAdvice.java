package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A method of {@code ClassLoader} that brings in a class, with the class's name as first parameter:
 *
 * <pre>
 *     ClassHooks.loading(name);
 *     try {
 *         the method's body, in which "return x" is
 *             ClassHooks.loaded(name); return x;
 *     } catch (Throwable t) {
 *         ClassHooks.loaded(name);
 *         throw t;
 *     }
 * </pre>
 *
 * The hooks catch what they throw. There is no handler around the calls themselves: such a call takes less of the stack than
 * those that the body makes.
 */
final class LoadingAdvice extends MethodVisitor {
    private static final String HOOKS = "io/nmt/core/hooks/ClassHooks";
    private static final int NAME = 1;

    private final Object[] parameterTypes;
    private final Label bodyStart = new Label();

    LoadingAdvice(MethodVisitor next, String className, String descriptor) {
        super(Opcodes.ASM9, next);
        Type[] parameters = Type.getArgumentTypes(descriptor);
        this.parameterTypes = new Object[1 + parameters.length];
        parameterTypes[0] = className;
        for (int i = 0; i < parameters.length; i++) {
            parameterTypes[i + 1] =
                    parameters[i].getSort() == Type.INT ? Opcodes.INTEGER : parameters[i].getInternalName();
        }
    }

    @Override
    public void visitCode() {
        super.visitCode();
        callHook("loading");
        visitLabel(bodyStart);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            callHook("loaded");
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        Label handler = new Label();
        visitTryCatchBlock(bodyStart, handler, handler, null);
        visitLabel(handler);
        visitFrame(Opcodes.F_NEW, parameterTypes.length, parameterTypes, 1, new Object[] {"java/lang/Throwable"});
        callHook("loaded");
        visitInsn(Opcodes.ATHROW);
        super.visitMaxs(maxStack + 2, maxLocals);
    }

    private void callHook(String hook) {
        visitVarInsn(Opcodes.ALOAD, NAME);
        visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, hook, "(Ljava/lang/String;)V", false);
    }
}
