package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Has a pipeline of Netty's tell each message which handler gets it, as it does unless Netty's leak detection is
 * disabled: {@code touch = ResourceLeakDetector.isEnabled()} becomes {@code touch = true}.
 */
final class TouchingPipeline extends MethodVisitor {
    private final HookedRows rows;
    private final int row;

    TouchingPipeline(MethodVisitor next, HookedRows rows, int row) {
        super(Opcodes.ASM9, next);
        this.rows = rows;
        this.row = row;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (opcode == Opcodes.INVOKESTATIC
                && owner.endsWith("/ResourceLeakDetector")
                && name.equals("isEnabled")
                && descriptor.equals("()Z")) {
            super.visitInsn(Opcodes.POP);
            super.visitInsn(Opcodes.ICONST_1);
            rows.found(row);
        }
    }
}
