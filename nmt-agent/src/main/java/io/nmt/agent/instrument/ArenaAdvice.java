package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The method by which the JDK makes an arena of each new session:
 *
 * <pre>
 *     Arena asArena() {
 *         if (getClass() == SharedSession.class) {
 *             try { addCloseAction(ArenaHooks.opened(this, Arena.class)); } catch (Throwable t) { GuardedCall }
 *         }
 *         ...
 * </pre>
 *
 * Confined arenas are left alone: most live for a moment in one method, and the JIT compiler then does without some of
 * their objects, which it must make for a hook.
 */
final class ArenaAdvice extends MethodVisitor {
    private static final Type SHARED = Type.getObjectType("jdk/internal/foreign/SharedSession");
    private static final Type ARENA = Type.getObjectType("java/lang/foreign/Arena");

    private final String className;

    ArenaAdvice(MethodVisitor next, String className) {
        super(Opcodes.ASM9, next);
        this.className = className;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label other = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
        mv.visitLdcInsn(SHARED);
        mv.visitJumpInsn(Opcodes.IF_ACMPNE, other);
        GuardedCall call = GuardedCall.begin(mv);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitLdcInsn(ARENA);
        String opened = "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Runnable;";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.ARENA, "opened", opened, false);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, className, "addCloseAction", "(Ljava/lang/Runnable;)V", false);
        call.end(className);
        mv.visitInsn(Opcodes.NOP); // no two frames in one place
        mv.visitLabel(other);
        mv.visitFrame(Opcodes.F_NEW, 1, new Object[] {className}, 0, new Object[0]);
        mv.visitInsn(Opcodes.NOP);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, GuardedCall.STACK_SLOTS), maxLocals);
    }
}
