package io.nmt.agent.instrument;

import java.util.HashSet;
import java.util.Set;
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
final class HandleAdvice extends MethodVisitor {
    private static final int STACK = 5;

    private final HandleRow row;
    private final HandleRow.Method method;
    private final boolean hasField;
    private final Object[] parameters;
    private boolean reusesThis;

    // Of try blocks: which have begun and not ended. What is caught there may want locals that a guarded call forgets.
    private final Set<Label> starts = new HashSet<>();
    private final Set<Label> ends = new HashSet<>();
    private int openTries;

    HandleAdvice(
            MethodVisitor next,
            HandleRow row,
            HandleRow.Method method,
            boolean hasField,
            int access,
            String descriptor) {
        super(Opcodes.ASM9, next);
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
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        starts.add(start);
        ends.add(end);
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
        openTries += (starts.contains(label) ? 1 : 0) - (ends.contains(label) ? 1 : 0);
        super.visitLabel(label);
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        boolean told = method.action() == HandleRow.Action.CREATES || method.action() == HandleRow.Action.NAMES;
        reusesThis |= told && local == method.local() && opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
        super.visitVarInsn(opcode, local);
    }

    /** Whether the handle is not where it was, when the method returns. */
    boolean reusesThis() {
        return reusesThis;
    }

    private void name() {
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        loadHandle();
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
        mv.visitFieldInsn(Opcodes.PUTFIELD, row.owner(), HandleVisitor.FIELD, "Ljava/lang/Object;");
        call.end(row.className());
    }

    private void tellCreated() {
        Label not = new Label();
        if (method.onlyIf() != 0) {
            mv.visitVarInsn(Opcodes.ILOAD, method.onlyIf());
            mv.visitJumpInsn(Opcodes.IFEQ, not);
        }
        GuardedCall call = openTries > 0 ? null : GuardedCall.beginInLibrary(mv);
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
        if (call == null && method.onlyIf() == 0) {
            return;
        }
        if (method.onlyIf() == 0) {
            call.end(row.className());
        } else {
            call.end(parameters);
            mv.visitInsn(Opcodes.NOP); // no two frames in one place
            mv.visitLabel(not);
            mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
        }
    }

    private void tellEnd(String hook) {
        GuardedCall call = GuardedCall.beginInLibrary(mv);
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
        call.end(parameters);
        // The method may begin with a frame of its own, and there must not be two in one place.
        mv.visitInsn(Opcodes.NOP);
    }

    private void loadHandle() {
        mv.visitVarInsn(Opcodes.ALOAD, method.local());
    }

    private void call(String hook, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.LIBRARY, hook, descriptor, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, STACK), maxLocals);
    }
}
