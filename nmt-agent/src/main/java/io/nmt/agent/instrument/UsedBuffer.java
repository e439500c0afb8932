package io.nmt.agent.instrument;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Shows a buffer that is released, used by some code, or made a part of another one. */
final class UsedBuffer extends BufferAdvice {
    private static final int THIS = 0;
    private static final int HINT = 1;
    private static final int MOST_STEPS = 16;

    private boolean hasInnermost;

    UsedBuffer(
            MethodVisitor next,
            BufferMethod method,
            boolean hasField,
            String className,
            int access,
            String descriptor) {
        super(next, method, hasField, className, access, descriptor);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        switch (method) {
            case BACK -> tellGivenBack();
            case TOUCH -> tellTouched();
            case RETAIN -> tellUsed("retained");
            case RELEASE -> tellUsed("released");
            case DERIVE -> tellOfPart(false);
            case COMPOSE -> tellOfPart(true);
            case COMPOSE_ALL -> hasInnermost = true; // told of at the end
            default -> throw new IllegalStateException(method.toString());
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN && method == BufferMethod.COMPOSE_ALL) {
            tellOfParts();
        }
        super.visitInsn(opcode);
    }

    /** Loads what is known of the object: what its field holds, or what is found without it. */
    private void loadKnown() {
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        if (hasField) {
            getField();
        } else {
            call("known", "(Ljava/lang/Object;)Ljava/lang/Object;");
        }
    }

    /** Begins a call that goes on elsewhere where the field is null, as it is for nearly all buffers. */
    private GuardedCall beginUnlessUnknown(Label nothing) {
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        if (hasField) {
            mv.visitVarInsn(Opcodes.ALOAD, THIS);
            getField();
            mv.visitJumpInsn(Opcodes.IFNULL, nothing);
        }
        return call;
    }

    private void endUnlessUnknown(GuardedCall call, Label nothing) {
        if (hasField) {
            mv.visitLabel(nothing);
            mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
            mv.visitInsn(Opcodes.NOP);
        }
        call.end(parameters);
        mv.visitInsn(Opcodes.NOP);
    }

    /** The field is cleared last: if that is not reached, the buffer's next user meets what it holds. */
    private void tellGivenBack() {
        Label nothing = new Label();
        GuardedCall call = beginUnlessUnknown(nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        if (hasField) {
            getField();
            call("givenBack", "(Ljava/lang/Object;)V");
            mv.visitVarInsn(Opcodes.ALOAD, THIS);
            mv.visitInsn(Opcodes.ACONST_NULL);
            putField();
        } else {
            call("givenBackWithoutField", "(Ljava/lang/Object;)V");
        }
        endUnlessUnknown(call, nothing);
    }

    /** Slices and duplicates call it of the buffer whose memory they show. */
    private void tellUsed(String hook) {
        Label nothing = new Label();
        GuardedCall call = beginUnlessUnknown(nothing);
        loadKnown();
        call(hook, "(Ljava/lang/Object;)V");
        endUnlessUnknown(call, nothing);
    }

    /** A slice or duplicate says it of the buffer whose memory it shows. */
    private void tellTouched() {
        Label nothing = new Label();
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        findInnermost(nothing);
        loadInnermost();
        if (parameters.length > HINT) {
            mv.visitVarInsn(Opcodes.ALOAD, HINT);
        } else {
            mv.visitInsn(Opcodes.ACONST_NULL);
        }
        call("touched", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        endFound(call, nothing);
    }

    /**
     * Reports the use of the buffer whose memory the object shows, if it is a part with a count of its own. For a
     * composed buffer, reports one of its parts, which stands for all.
     */
    private void tellOfPart(boolean composed) {
        Label nothing = new Label();
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        if (!composed) {
            tellUnknown();
        }
        findInnermost(nothing);
        compose();
        endFound(call, nothing);
    }

    /** The same of all buffers in an array, the last one first. */
    private void tellOfParts() {
        int index = parameters.length + 2;
        Label next = new Label();
        Label nothing = new Label();
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, parameters.length);
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitVarInsn(Opcodes.ISTORE, parameters.length + 1);
        mv.visitVarInsn(Opcodes.ALOAD, method.buffer);
        mv.visitInsn(Opcodes.ARRAYLENGTH);
        mv.visitVarInsn(Opcodes.ISTORE, index);
        mv.visitLabel(next);
        Object[] locals = withBuffer();
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        mv.visitIincInsn(index, -1);
        mv.visitVarInsn(Opcodes.ILOAD, index);
        mv.visitJumpInsn(Opcodes.IFLT, nothing);
        findInnermost(next);
        compose();
        mv.visitJumpInsn(Opcodes.GOTO, next);
        endFound(call, nothing);
    }

    /** Says of the object what is known of the buffer that was found. */
    private void compose() {
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        if (hasField) {
            loadKnown();
            loadInnermost();
            call("composed", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
            putField();
        } else {
            loadInnermost();
            call("composedWithoutField", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        }
    }

    /** Clears the sample of the object: it belonged to its last use. */
    private void tellUnknown() {
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        if (hasField) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            putField();
        } else {
            call("unknownWithoutField", "(Ljava/lang/Object;)V");
        }
    }

    /**
     * Puts the buffer whose memory the one at hand shows behind the parameters, and behind that how many steps are
     * left: an application's buffer may lead round in a circle. Goes on elsewhere if it has no field.
     */
    private void findInnermost(Label nothing) {
        String buffer = inPackage(BUFFER);
        int local = parameters.length;
        int steps = local + 1;
        hasInnermost = true;
        Object[] locals = withBuffer();
        Label next = new Label();
        Label found = new Label();
        loadBuffer();
        if (method == BufferMethod.COMPOSE_ALL) {
            mv.visitVarInsn(Opcodes.ILOAD, local + 2);
            mv.visitInsn(Opcodes.AALOAD);
        }
        mv.visitVarInsn(Opcodes.ASTORE, local);
        mv.visitIntInsn(Opcodes.BIPUSH, MOST_STEPS);
        mv.visitVarInsn(Opcodes.ISTORE, steps);
        mv.visitLabel(next);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        mv.visitIincInsn(steps, -1);
        mv.visitVarInsn(Opcodes.ILOAD, steps);
        mv.visitJumpInsn(Opcodes.IFLT, nothing);
        mv.visitVarInsn(Opcodes.ALOAD, local);
        mv.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, buffer, "unwrap", "()L".concat(buffer).concat(";"), false);
        mv.visitInsn(Opcodes.DUP);
        mv.visitJumpInsn(Opcodes.IFNULL, found);
        mv.visitVarInsn(Opcodes.ASTORE, local);
        mv.visitJumpInsn(Opcodes.GOTO, next);
        mv.visitLabel(found);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {buffer});
        mv.visitInsn(Opcodes.POP);
        mv.visitVarInsn(Opcodes.ALOAD, local);
        mv.visitTypeInsn(Opcodes.INSTANCEOF, inPackage(ROOT));
        mv.visitJumpInsn(Opcodes.IFEQ, nothing);
    }

    /** The parameters, and behind them the locals with the buffer and the steps, and of an array the index. */
    private Object[] withBuffer() {
        boolean indexed = method == BufferMethod.COMPOSE_ALL;
        Object[] locals = Arrays.copyOf(parameters, parameters.length + (indexed ? 3 : 2));
        locals[parameters.length] = inPackage(BUFFER);
        Arrays.fill(locals, parameters.length + 1, locals.length, Opcodes.INTEGER);
        return locals;
    }

    /** Loads the sample of the buffer in that local. */
    private void loadInnermost() {
        mv.visitVarInsn(Opcodes.ALOAD, parameters.length);
        if (hasField) {
            mv.visitTypeInsn(Opcodes.CHECKCAST, inPackage(ROOT));
            getField();
        } else {
            call("known", "(Ljava/lang/Object;)Ljava/lang/Object;");
        }
    }

    private void endFound(GuardedCall call, Label nothing) {
        Object[] locals = withBuffer();
        mv.visitLabel(nothing);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        mv.visitInsn(Opcodes.NOP);
        call.end(parameters);
        mv.visitInsn(Opcodes.NOP);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack, hasInnermost ? Math.max(maxLocals, withBuffer().length) : maxLocals);
    }
}
