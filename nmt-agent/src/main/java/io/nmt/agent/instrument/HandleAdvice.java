package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Tells of a native handle:
 *
 * <pre>
 *     Handle(...)  { ... try { field = HandleHooks.created(this, field, row); } catch (Throwable t) { GuardedCall } }
 *     void close() { try { Object known = field; field = null; HandleHooks.closed(known); } catch ... ... }
 * </pre>
 *
 * Where a handle stands for another object, the field has that one's class before: {@code field = other.getClass()}.
 * Without the field, the hooks are given the handle itself.
 */
final class HandleAdvice extends GuardedMethod {
    private static final int STACK_SLOTS = 5;

    private final HandleRow row;
    private final HandleRow.Method method;
    private final boolean hasField;
    private final Object[] parameters;
    private boolean reusesThis;

    HandleAdvice(
            MethodVisitor next,
            HandleRow row,
            HandleRow.Method method,
            boolean hasField,
            int access,
            String descriptor) {
        super(next, row.className(), access, descriptor);
        this.row = row;
        this.method = method;
        this.hasField = hasField;
        this.parameters = GuardedCall.parameterTypes(row.className(), access, descriptor);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (method.action() == HandleRow.Action.CLOSES) {
            tellEnd("closed");
        } else if (method.action() == HandleRow.Action.DISOWNS) {
            tellEnd("disowned");
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN && method.action() == HandleRow.Action.CREATES) {
            tellCreated();
        } else if (opcode == Opcodes.RETURN && method.action() == HandleRow.Action.NAMES && hasField) {
            name();
        }
        super.visitInsn(opcode);
    }

    @Override
    boolean isInLibrary() {
        return true;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        boolean told = method.action() == HandleRow.Action.CREATES || method.action() == HandleRow.Action.NAMES;
        reusesThis |= told && local == method.local() && opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
        super.visitVarInsn(opcode, local);
    }

    /** True if the local of the handle may have changed when the method returns. */
    boolean reusesThis() {
        return reusesThis;
    }

    private void name() {
        begin();
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        loadHandle();
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
        mv.visitFieldInsn(Opcodes.PUTFIELD, row.owner(), HandleVisitor.FIELD, "Ljava/lang/Object;");
        endOnExit(Opcodes.TOP, 0, Opcodes.RETURN);
    }

    private void tellCreated() {
        if (method.onlyIf() == 0) {
            begin();
            callCreated();
            endOnExit(Opcodes.TOP, 0, Opcodes.RETURN);
            return;
        }
        // Known classes alone have such a method, and none of these returns inside a try block.
        Label not = new Label();
        mv.visitVarInsn(Opcodes.ILOAD, method.onlyIf());
        mv.visitJumpInsn(Opcodes.IFEQ, not);
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        callCreated();
        call.end(parameters);
        mv.visitInsn(Opcodes.NOP); // no two frames in one place
        mv.visitLabel(not);
        mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
    }

    private void callCreated() {
        if (hasField) {
            loadHandle();
            loadHandle();
            loadHandle();
            mv.visitFieldInsn(Opcodes.GETFIELD, row.owner(), HandleVisitor.FIELD, "Ljava/lang/Object;");
            mv.visitIntInsn(Opcodes.SIPUSH, row.library());
            call("created", "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;");
            mv.visitFieldInsn(Opcodes.PUTFIELD, row.owner(), HandleVisitor.FIELD, "Ljava/lang/Object;");
        } else {
            loadHandle();
            mv.visitIntInsn(Opcodes.SIPUSH, row.library());
            call("createdWithoutField", "(Ljava/lang/Object;I)V");
        }
    }

    private void tellEnd(String hook) {
        begin();
        if (hasField) {
            loadHandle();
            mv.visitFieldInsn(Opcodes.GETFIELD, row.owner(), HandleVisitor.FIELD, "Ljava/lang/Object;");
            loadHandle();
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitFieldInsn(Opcodes.PUTFIELD, row.owner(), HandleVisitor.FIELD, "Ljava/lang/Object;");
            call(hook, "(Ljava/lang/Object;)V");
        } else {
            loadHandle();
            call(hook.concat("WithoutField"), "(Ljava/lang/Object;)V");
        }
        endOnEntry();
    }

    private void loadHandle() {
        mv.visitVarInsn(Opcodes.ALOAD, method.local());
    }

    private void call(String hook, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.LIBRARY, hook, descriptor, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, STACK_SLOTS), maxLocals);
    }
}
