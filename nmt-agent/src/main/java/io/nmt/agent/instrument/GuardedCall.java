package io.nmt.agent.instrument;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The call of a hook, in the bytecode of a method, where the stack is empty:
 *
 * <pre>
 *     try { hook } catch (Throwable t) {
 *         if (t instanceof ThreadDeath) throw t;     // before JDK 20: Thread.stop
 *         UnseenFailures.count++;
 *     }
 * </pre>
 *
 * The hooks throw nothing themselves, but for what {@code Thread.stop} has sent; what else is caught is a stack
 * overflow in the call of the hook, or in its own handler. So this handler calls nothing: it takes no stack beyond the
 * frame that is there.
 *
 * <p>In a class of a library, its class loader has to find the counter, and may fail. Then the failure goes uncounted:
 *
 * <pre>
 *         try { NmtHooks.count++; } catch (Throwable u) { }
 * </pre>
 */
final class GuardedCall {
    /** Slots of a frame's operand stack that the handler needs. */
    static final int STACK_SLOTS = 4;

    /** True if there is a {@code Thread.stop}. */
    private static final boolean CAN_BE_SENT = Runtime.version().feature() < 20;

    private static final Object[] THROWN = {"java/lang/Throwable"};

    private final MethodVisitor mv;
    private final boolean inLibrary;
    private boolean counts = true;
    private final Label end = new Label();
    private final Label handler = new Label();
    private final Label after = new Label();
    private Object[] locals;
    private Label notSent;
    private boolean isAfter;

    private GuardedCall(MethodVisitor mv, boolean inLibrary) {
        this.mv = mv;
        this.inLibrary = inLibrary;
    }

    /** Begins it, in a class of the JDK: the hook's arguments and its call follow. */
    static GuardedCall begin(MethodVisitor mv) {
        return begin(mv, false);
    }

    /** Begins it, in a class of a library. */
    static GuardedCall beginInLibrary(MethodVisitor mv) {
        return begin(mv, true);
    }

    static GuardedCall begin(MethodVisitor mv, boolean inLibrary) {
        GuardedCall call = new GuardedCall(mv, inLibrary);
        Label start = new Label();
        mv.visitTryCatchBlock(start, call.end, call.handler, null);
        mv.visitLabel(start);
        return call;
    }

    /**
     * Ends it.
     *
     * @param localsInUse types of the locals that are in use
     */
    void end(Object... localsInUse) {
        beginHandler(localsInUse);
        if (beginSent()) {
            endSent();
        }
        count();
        endHandler();
    }

    /** Ends it, and begins the handler: what was thrown is on the stack. */
    void beginHandler(Object... localsInUse) {
        endOfCall();
        mv.visitJumpInsn(Opcodes.GOTO, after);
        labelHandler(localsInUse);
    }

    /** Ends the handler, where the stack is empty. */
    void endHandler() {
        if (!isAfter) {
            isAfter = true;
            mv.visitLabel(after);
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        }
    }

    /** Counts no failure: none loses a block. */
    GuardedCall withoutCount() {
        counts = false;
        return this;
    }

    /** Ends it, with a handler that is written elsewhere, by {@link #writeHandler}. */
    void endOfCall() {
        mv.visitLabel(end);
    }

    /** Writes the handler, from its label to where it goes on. */
    void writeHandler(Object... localsInUse) {
        labelHandler(localsInUse);
        if (beginSent()) {
            endSent();
        }
        count();
    }

    private void labelHandler(Object[] localsInUse) {
        locals = localsInUse;
        mv.visitLabel(handler);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, THROWN);
    }

    /**
     * Begins the part of the handler in which what was thrown was sent; it is left on the stack.
     *
     * @return whether there is such a part; then {@link #endSent} ends it
     */
    boolean beginSent() {
        if (CAN_BE_SENT) {
            notSent = new Label();
            mv.visitInsn(Opcodes.DUP);
            mv.visitTypeInsn(Opcodes.INSTANCEOF, "java/lang/ThreadDeath");
            mv.visitJumpInsn(Opcodes.IFEQ, notSent);
        }
        return CAN_BE_SENT;
    }

    /** Ends that part: throws it again. */
    void endSent() {
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(notSent);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, THROWN);
    }

    /** Takes what was thrown from the stack, and counts it. */
    void count() {
        mv.visitInsn(Opcodes.POP);
        if (!counts) {
            return;
        }
        if (!inLibrary) {
            addOne(HookNames.UNSEEN_FAILURES);
            return;
        }
        Label from = new Label();
        Label to = new Label();
        Label notFound = new Label();
        mv.visitTryCatchBlock(from, to, notFound, null);
        mv.visitLabel(from);
        addOne(HookNames.LIBRARY);
        mv.visitLabel(to);
        mv.visitJumpInsn(Opcodes.GOTO, after);
        mv.visitLabel(notFound);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, THROWN);
        mv.visitInsn(Opcodes.POP);
        endHandler();
    }

    private void addOne(String owner) {
        mv.visitFieldInsn(Opcodes.GETSTATIC, owner, "count", "J");
        mv.visitInsn(Opcodes.LCONST_1);
        mv.visitInsn(Opcodes.LADD);
        mv.visitFieldInsn(Opcodes.PUTSTATIC, owner, "count", "J");
    }

    /**
     * The types of a method's parameters, as stack map frames give them.
     *
     * @return the receiver's first, unless the method is static
     */
    static Object[] parameterTypes(String className, int access, String descriptor) {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        int receivers = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
        Object[] types = new Object[receivers + parameters.length];
        Arrays.fill(types, 0, receivers, className);
        for (int i = 0; i < parameters.length; i++) {
            types[receivers + i] = switch (parameters[i].getSort()) {
                case Type.LONG -> Opcodes.LONG;
                case Type.DOUBLE -> Opcodes.DOUBLE;
                case Type.FLOAT -> Opcodes.FLOAT;
                case Type.OBJECT, Type.ARRAY -> parameters[i].getInternalName();
                default -> Opcodes.INTEGER;
            };
        }
        return types;
    }
}
