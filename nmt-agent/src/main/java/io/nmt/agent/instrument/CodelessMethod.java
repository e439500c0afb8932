package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A native or abstract method without code. Another agent may have given it some: the JVM ignores that in a class of
 * {@code java.base}, but from JDK 25 on refuses the class once a transformer has changed it.
 */
final class CodelessMethod extends MethodVisitor {
    private final MethodVisitor next;

    CodelessMethod(MethodVisitor next) {
        super(Opcodes.ASM9, next);
        this.next = next;
    }

    @Override
    public void visitCode() {
        mv = null;
    }

    @Override
    public void visitEnd() {
        next.visitEnd();
    }
}
