package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A method of {@code ClassLoader} that brings in a class, with the class's name as first parameter:
 *
 * <pre>
 *     try { ClassHooks.loading(name); } catch (Throwable t) { GuardedCall }
 *     try {
 *         the method's body, in which "return x" is
 *             result = x;
 *             try { ClassHooks.loaded(name); } catch (Throwable t) { GuardedCall }
 *             return result;
 *     } catch (Throwable t) {
 *         try { ClassHooks.loaded(name); } catch (Throwable u) { GuardedCall }
 *         throw t;
 *     }
 * </pre>
 */
final class LoadingAdvice extends GuardedMethod {
    private static final String THROWABLE = "java/lang/Throwable";
    private static final int NAME = 1;

    private final String className;
    private final String result;
    private final Label bodyStart = new Label();

    LoadingAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.className = className;
        this.result = Type.getReturnType(descriptor).getInternalName();
    }

    @Override
    public void visitCode() {
        super.visitCode();
        begin();
        tell("loading");
        endOnEntry();
        mv.visitLabel(bodyStart);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            keep(Opcodes.ASTORE);
            begin();
            tell("loaded");
            endOnExit(result, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        Label handler = new Label();
        visitTryCatchBlock(bodyStart, handler, handler, null); // the last one
        mv.visitLabel(handler);
        mv.visitFrame(Opcodes.F_NEW, 2, new Object[] {className, "java/lang/String"}, 1, new Object[] {THROWABLE});
        keep(Opcodes.ASTORE);
        begin();
        tell("loaded");
        endOnExit(THROWABLE, Opcodes.ALOAD, Opcodes.ATHROW);
        loadKept(Opcodes.ALOAD);
        mv.visitInsn(Opcodes.ATHROW);
        super.visitMaxs(maxStack, maxLocals);
    }

    private void tell(String hook) {
        load(Opcodes.ALOAD, NAME);
        callHook(HookNames.LOADING, hook, "(Ljava/lang/String;)V");
    }
}
