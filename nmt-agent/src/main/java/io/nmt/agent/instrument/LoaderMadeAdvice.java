package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** The one constructor of {@code ClassLoader} that all others call: shows the loader to the hook where it returns. */
final class LoaderMadeAdvice extends GuardedMethod {
    private static final int THIS = 0;

    LoaderMadeAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
    }

    @Override
    boolean mayLoseBlock() {
        return false;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            begin();
            load(Opcodes.ALOAD, THIS);
            callHook(HookNames.LOADER, "made", "(Ljava/lang/ClassLoader;)V");
            endOnExit(Opcodes.TOP, Opcodes.NOP, opcode);
        }
        super.visitInsn(opcode);
    }
}
