package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Calls the hooks from a method that maps or unmaps by a native:
 *
 * <pre>
 *     JDK 20 and later, UnixFileDispatcherImpl
 *     long map(fd, prot, position, length, isSync) { ... MappingHooks.mapped(result, length); return result; }
 *     int unmap(address, length)                   { MappingHooks.unmapping(address); ... }
 *
 *     before, FileChannelImpl.Unmapper
 *     Unmapper(address, size, ...)                 { ... MappingHooks.mapped(address, size); }
 *     void unmap()                                 { MappingHooks.unmapping(this.address); ... }
 * </pre>
 */
final class MappingCaller extends MethodVisitor {
    static final String HOOKS = "io/nmt/core/hooks/MappingHooks";

    private static final int LENGTH = 5;
    private static final int ADDRESS = 1;
    private static final int SIZE = 3;

    private final Hook hook;
    private final boolean isUnmapper;

    MappingCaller(MethodVisitor next, Hook hook) {
        super(Opcodes.ASM9, next);
        this.hook = hook;
        this.isUnmapper = hook.className().endsWith("$Unmapper");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (hook.kind() == Hook.Kind.UNMAP_CALLER) {
            if (isUnmapper) {
                visitVarInsn(Opcodes.ALOAD, 0);
                visitFieldInsn(Opcodes.GETFIELD, hook.className(), "address", "J");
            } else {
                visitVarInsn(Opcodes.LLOAD, ADDRESS);
            }
            visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "unmapping", "(J)V", false);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (hook.kind() == Hook.Kind.MAP_CALLER) {
            if (opcode == Opcodes.LRETURN) {
                super.visitInsn(Opcodes.DUP2);
                visitVarInsn(Opcodes.LLOAD, LENGTH);
                visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "mapped", "(JJ)V", false);
            } else if (opcode == Opcodes.RETURN) {
                visitVarInsn(Opcodes.LLOAD, ADDRESS);
                visitVarInsn(Opcodes.LLOAD, SIZE);
                visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "mapped", "(JJ)V", false);
            }
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, 6), maxLocals);
    }
}
