package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The handler behind the call of a hook:
 *
 * <pre>
 *     try { hook } catch (Throwable t) {
 *         if (t instanceof ThreadDeath) throw t;     // before JDK 20: Thread.stop
 *         UnseenFailures.count++;
 *     }
 * </pre>
 *
 * The hooks throw nothing themselves, but for what {@code Thread.stop} has sent; what else is caught is a stack
 * overflow in the call of the hook, or in its own handler. So this one calls nothing: it takes no stack beyond the
 * frame that is there.
 */
final class HookHandler {
    /** Whether there is a {@code Thread.stop}. */
    static final boolean CAN_BE_SENT = Runtime.version().feature() < 20;

    /** What it needs of a frame's operand stack. */
    static final int STACK = 4;

    private static final String FAILURES = "io/nmt/core/internal/tracker/UnseenFailures";
    private static final Object[] THROWN = {"java/lang/Throwable"};

    private HookHandler() {}

    /**
     * Begins the part in which what was thrown, on top of the stack, was sent; its caller ends it with {@link #end}.
     */
    static Label beginSent(MethodVisitor mv) {
        Label notSent = new Label();
        mv.visitInsn(Opcodes.DUP);
        mv.visitTypeInsn(Opcodes.INSTANCEOF, "java/lang/ThreadDeath");
        mv.visitJumpInsn(Opcodes.IFEQ, notSent);
        return notSent;
    }

    /** Ends the handler, where nothing but what was thrown is on the stack. */
    static void end(MethodVisitor mv) {
        mv.visitInsn(Opcodes.POP);
        mv.visitFieldInsn(Opcodes.GETSTATIC, FAILURES, "count", "J");
        mv.visitInsn(Opcodes.LCONST_1);
        mv.visitInsn(Opcodes.LADD);
        mv.visitFieldInsn(Opcodes.PUTSTATIC, FAILURES, "count", "J");
    }

    /**
     * Writes a handler, from its label to where it goes on.
     *
     * @param mv where the call of the hook was written
     * @param locals types of the locals that are in use
     */
    static void write(MethodVisitor mv, Object... locals) {
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, THROWN);
        if (CAN_BE_SENT) {
            Label notSent = beginSent(mv);
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitLabel(notSent);
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, THROWN);
        }
        end(mv);
    }
}
