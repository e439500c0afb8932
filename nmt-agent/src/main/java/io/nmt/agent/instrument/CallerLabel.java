package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Puts a label before each call that allocates:
 *
 * <pre>
 *     address = UNSAFE.allocateMemory(size);
 * </pre>
 *
 * becomes
 *
 * <pre>
 *     UnsafeHooks.label(category), address = UNSAFE.allocateMemory(size);
 * </pre>
 *
 * If the call throws, the hook in it takes the label back.
 *
 * <p>There can be no handler around the label, since the operands of the call behind it are on the stack. It needs
 * none: the label catches what is thrown in it, and if the stack ends at its very entry, nothing has happened yet, and
 * it ends as well at that of the call, whose frame is larger.
 */
final class CallerLabel extends MethodVisitor {
    private final HookedRows rows;
    private final int row;
    private final Hook hook;

    CallerLabel(MethodVisitor next, HookedRows rows, int row) {
        super(Opcodes.ASM9, next);
        this.rows = rows;
        this.row = row;
        this.hook = rows.hook(row);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (owner.equals("jdk/internal/misc/Unsafe") && name.equals("allocateMemory")) {
            super.visitIntInsn(Opcodes.SIPUSH, hook.category().id());
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.UNSAFE, "label", "(I)V", false);
            rows.found(row);
        } else if (hook.kind() == Hook.Kind.LABEL_TEMPORARY
                && owner.equals("java/nio/ByteBuffer")
                && name.equals("allocateDirect")) {
            super.visitMethodInsn(opcode, HookNames.UNSAFE, "allocateTemporary", descriptor, false);
            rows.found(row);
            return;
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
