package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** The initialiser of a class that the JDK uses before it makes the first {@code Linker}: begins with a call of the hook. */
final class FirstUseAdvice extends MethodVisitor {
    FirstUseAdvice(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "io/nmt/core/hooks/LinkerUse", "begins", "()V", false);
    }
}
