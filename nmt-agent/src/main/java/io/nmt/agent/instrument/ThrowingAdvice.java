package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A method that throws: shows what it throws to the hook before. */
abstract class ThrowingAdvice extends GuardedMethod {
    private final HookedRows rows;
    private final int row;
    private final String hooks;
    private final String name;

    ThrowingAdvice(
            MethodVisitor next, HookedRows rows, int row, int access, String descriptor, String hooks, String name) {
        super(next, rows.hook(row).className(), access, descriptor);
        this.rows = rows;
        this.row = row;
        this.hooks = hooks;
        this.name = name;
    }

    /** True if the next thrown object is shown. */
    abstract boolean isShown();

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ATHROW && isShown()) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            callHook(hooks, name, "(Ljava/lang/Throwable;)V");
            endOnExit("java/lang/Throwable", Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
            rows.found(row);
        }
        super.visitInsn(opcode);
    }
}
