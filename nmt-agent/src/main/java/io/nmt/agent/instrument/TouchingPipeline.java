package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Has a pipeline of Netty's tell its own messages which handler gets them also where it does not, since Netty's leak
 * detection is disabled:
 *
 * <pre>
 *     touch(message, next) {
 *         try {
 *             if (!touch &amp;&amp; BufferHooks.isOf(this, message)) ReferenceCountUtil.touch(message, next);
 *         } catch (Throwable t) { }
 *         ...
 *     }
 * </pre>
 *
 * An application's messages are not told: they may answer as they like.
 */
final class TouchingPipeline extends MethodVisitor {
    private static final int THIS = 0;
    private static final int MESSAGE = 1;
    private static final int NEXT = 2;

    private final String className;
    private final Object[] parameters;

    private TouchingPipeline(MethodVisitor next, String className, int access, String descriptor) {
        super(Opcodes.ASM9, next);
        this.className = className;
        this.parameters = GuardedCall.parameterTypes(className, access, descriptor);
    }

    /**
     * Not a constructor, so that the class is loaded only when it is needed.
     *
     * @return {@code next} if it is another method of that name
     */
    static MethodVisitor of(
            MethodVisitor next, HookedRows rows, int row, String className, int access, String descriptor) {
        boolean known = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0
                && descriptor.startsWith("(Ljava/lang/Object;L")
                && descriptor.endsWith("/AbstractChannelHandlerContext;)Ljava/lang/Object;");
        if (!known) {
            return next;
        }
        rows.found(row);
        return new TouchingPipeline(next, className, access, descriptor);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        String netty = className.substring(0, className.length() - "channel/DefaultChannelPipeline".length());
        Label nothing = new Label();
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        mv.visitFieldInsn(Opcodes.GETFIELD, className, "touch", "Z");
        mv.visitJumpInsn(Opcodes.IFNE, nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        mv.visitVarInsn(Opcodes.ALOAD, MESSAGE);
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC, HookNames.LIBRARY, "isOf", "(Ljava/lang/Object;Ljava/lang/Object;)Z", false);
        mv.visitJumpInsn(Opcodes.IFEQ, nothing);
        mv.visitVarInsn(Opcodes.ALOAD, MESSAGE);
        mv.visitVarInsn(Opcodes.ALOAD, NEXT);
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                netty.concat("util/ReferenceCountUtil"),
                "touch",
                "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
                false);
        mv.visitInsn(Opcodes.POP);
        mv.visitLabel(nothing);
        mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
        mv.visitInsn(Opcodes.NOP); // no two frames in one place
        call.end(parameters);
        mv.visitInsn(Opcodes.NOP);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, GuardedCall.STACK_SLOTS), maxLocals);
    }
}
