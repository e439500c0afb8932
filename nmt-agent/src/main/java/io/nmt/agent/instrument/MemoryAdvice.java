package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Wraps a method of {@code jdk.internal.misc.Unsafe} that returns an address:
 *
 * <pre>
 *     long extra locals = ...;                        // onEntry
 *     try {
 *         the method's body, in which "return x" is
 *             result = x;
 *             try { onExit } catch (Throwable t) { GuardedCall }
 *             return result;
 *         and "throw x" is, outside of this block,
 *             try { onThrow } catch (Throwable u) { GuardedCall }
 *             throw x;
 *     } catch (Throwable t) {                         // of what the body calls
 *         try { onThrow } catch (Throwable u) { GuardedCall }
 *         throw t;
 *     }
 * </pre>
 *
 * A debugger stops again where an exception is thrown again. So what the body throws itself, an OutOfMemoryError, is
 * not caught. What is caught around the hooks is explained in {@link GuardedCall}.
 */
abstract class MemoryAdvice extends MovedLocals {
    private static final String THROWABLE = "java/lang/Throwable";
    private static final int LONG_SLOTS = 2;

    // The extra locals stand between the parameters and the method's own locals, which are moved up: what is set on
    // entry must be known to every stack map frame of the body.
    private final Object[] parameterTypes;
    private final int extraLongs;
    private final int result;
    private final int thrown;
    private final List<Label> caught = new ArrayList<>(); // where parts of the body begin and end, in turn

    /** For a method whose parameters (after "this") and own {@code extraLongs} locals are longs. */
    MemoryAdvice(MethodVisitor next, int longParameters, int extraLongs) {
        super(next, 1 + longParameters * LONG_SLOTS, extraLongs * LONG_SLOTS + LONG_SLOTS + 1);
        this.parameterTypes = new Object[1 + longParameters];
        this.extraLongs = extraLongs;
        this.result = first + extraLongs * LONG_SLOTS;
        this.thrown = result + LONG_SLOTS;
        parameterTypes[0] = "jdk/internal/misc/Unsafe";
        for (int i = 1; i <= longParameters; i++) {
            parameterTypes[i] = Opcodes.LONG;
        }
    }

    /** Sets the extra locals. */
    abstract void onEntry();

    /** Calls the hook for a return of the local {@link #result()}. */
    abstract void onExit();

    /** Calls the hook for an exception. */
    abstract void onThrow();

    /** The type of the exceptions for which there is something to do, of those that the body's calls throw. */
    abstract String caughtType();

    /** True if a block is lost where the hook for an exception fails. */
    abstract boolean onThrowRecords();

    /** Handles a {@code Thread.stop} in the hook for a return, before it is thrown in the method's place. */
    abstract void onExitSent();

    final int extra(int index) {
        return first + index * LONG_SLOTS;
    }

    final int result() {
        return result;
    }

    /** Loads a long, by the final number of its local. */
    final void load(int local) {
        mv.visitVarInsn(Opcodes.LLOAD, local);
    }

    /** Loads the exception for which the hook is called. */
    final void loadThrown() {
        mv.visitVarInsn(Opcodes.ALOAD, thrown);
    }

    final void store(int local) {
        mv.visitVarInsn(Opcodes.LSTORE, local);
    }

    final void callHook(String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.UNSAFE, name, descriptor, false);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        for (int i = 0; i <= extraLongs; i++) { // the result, too
            mv.visitInsn(Opcodes.LCONST_0);
            store(extra(i));
        }
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, thrown);
        guarded(Call.ENTRY);
        labelCaught();
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.LRETURN) {
            store(result);
            guarded(Call.EXIT);
            load(result);
        } else if (opcode == Opcodes.ATHROW) {
            labelCaught();
            throwShown();
            labelCaught();
            return;
        }
        super.visitInsn(opcode);
    }

    private void labelCaught() {
        Label label = new Label();
        mv.visitLabel(label);
        caught.add(label);
    }

    /** Shows to the hook what is on the stack, and throws it. */
    private void throwShown() {
        mv.visitVarInsn(Opcodes.ASTORE, thrown);
        guarded(Call.THROW);
        mv.visitVarInsn(Opcodes.ALOAD, thrown);
        mv.visitInsn(Opcodes.ATHROW);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        Label handler = new Label();
        mv.visitLabel(handler);
        caught.add(handler);
        for (int part = 0; part < caught.size(); part += 2) {
            if (caught.get(part).getOffset() < caught.get(part + 1).getOffset()) {
                mv.visitTryCatchBlock(caught.get(part), caught.get(part + 1), handler, caughtType());
            }
        }
        Object[] locals = locals();
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {THROWABLE});
        throwShown();
        super.visitMaxs(Math.max(maxStack, 8), maxLocals);
    }

    private enum Call {
        ENTRY,
        EXIT,
        THROW
    }

    private void guarded(Call call) {
        GuardedCall guarded = GuardedCall.begin(mv);
        switch (call) {
            case ENTRY -> onEntry();
            case EXIT -> onExit();
            case THROW -> onThrow();
        }
        guarded.beginHandler(locals());
        if (guarded.beginSent()) {
            if (call == Call.EXIT) {
                onExitSent();
            }
            guarded.endSent();
        }
        if (call == Call.THROW && !onThrowRecords()) {
            mv.visitInsn(Opcodes.POP);
        } else {
            guarded.count();
        }
        guarded.endHandler();
    }

    /** The parameters and the extra locals. The body's own locals are not used where a hook is called. */
    private Object[] locals() {
        Object[] locals = new Object[parameterTypes.length + extraLongs + 2];
        System.arraycopy(parameterTypes, 0, locals, 0, parameterTypes.length);
        appendExtra(locals, parameterTypes.length);
        return locals;
    }

    private void appendExtra(Object[] locals, int index) {
        int next = index;
        for (int i = 0; i <= extraLongs; i++) {
            locals[next++] = Opcodes.LONG;
        }
        locals[next] = THROWABLE;
    }

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
        int extraTypes = extraLongs + 2;
        Object[] locals = new Object[Math.max(numLocal, parameterTypes.length) + extraTypes];
        System.arraycopy(parameterTypes, 0, locals, 0, parameterTypes.length);
        appendExtra(locals, parameterTypes.length);
        for (int i = parameterTypes.length; i < numLocal; i++) {
            locals[i + extraTypes] = local[i];
        }
        super.visitFrame(type, locals.length, locals, numStack, stack);
    }
}
