package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A method whose own locals move up, for others between them and the parameters. */
abstract class MovedLocals extends MethodVisitor {
    /** The first local behind the parameters, which is the first of the others. */
    final int first;

    /** Slots of the other locals. */
    final int others;

    MovedLocals(MethodVisitor next, int first, int others) {
        super(Opcodes.ASM9, next);
        this.first = first;
        this.others = others;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        super.visitVarInsn(opcode, moved(local));
    }

    @Override
    public void visitIincInsn(int local, int increment) {
        super.visitIincInsn(moved(local), increment);
    }

    @Override
    public void visitLocalVariable(
            String name, String descriptor, String signature, Label start, Label end, int local) {
        super.visitLocalVariable(name, descriptor, signature, start, end, moved(local));
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack, maxLocals + others);
    }

    private int moved(int local) {
        return local < first ? local : local + others;
    }
}
