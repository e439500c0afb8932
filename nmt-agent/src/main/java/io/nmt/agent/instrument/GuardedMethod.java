package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A method into which calls of hooks are put, each with a {@link HookHandler} behind it:
 *
 * <pre>
 *     try { hook } catch (Throwable t) { HookHandler }
 * </pre>
 *
 * A handler finds the stack empty, so what is on it where a method returns or throws is kept in a local meanwhile.
 * There is one for that between the method's parameters and its own locals, which are moved up. The method's own
 * handlers come behind these: one that closes something would else throw on what is caught here.
 */
abstract class GuardedMethod extends MethodVisitor {
    private static final int KEPT_SLOTS = 2; // for a long, too

    private final Object[] parameterTypes;
    private final int kept;
    private final List<Object[]> ownHandlers = new ArrayList<>();
    private final List<Object[]> exits = new ArrayList<>();

    private Label end;
    private Label handler;

    /** For a method that is not a constructor before its call of another one. */
    GuardedMethod(MethodVisitor next, String className, int access, String descriptor) {
        super(Opcodes.ASM9, next);
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        Type[] parameters = Type.getArgumentTypes(descriptor);
        int first = isStatic ? 0 : 1;
        this.parameterTypes = new Object[first + parameters.length];
        if (!isStatic) {
            parameterTypes[0] = className;
        }
        for (int i = 0; i < parameters.length; i++) {
            parameterTypes[first + i] = verificationType(parameters[i]);
        }
        this.kept = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
    }

    private static Object verificationType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            default -> Opcodes.INTEGER;
        };
    }

    /** Begins the call of a hook, where the stack is empty. */
    final void begin() {
        Label start = new Label();
        end = new Label();
        handler = new Label();
        mv.visitTryCatchBlock(start, end, handler, null);
        mv.visitLabel(start);
    }

    /** Ends it, where the parameters are still needed. */
    final void endOnEntry() {
        Label after = new Label();
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.GOTO, after);
        mv.visitLabel(handler);
        HookHandler.write(mv, parameterTypes);
        mv.visitLabel(after);
        mv.visitFrame(Opcodes.F_NEW, parameterTypes.length, parameterTypes, 0, new Object[0]);
        // The method may begin with a frame of its own, and there must not be two in one place.
        mv.visitInsn(Opcodes.NOP);
    }

    /**
     * Ends it, before an instruction with which the method ends, where only what is kept is still needed. The handler
     * stands behind the method's code, and has that instruction, too: inside of what the method itself handles, all
     * locals would have to be known.
     */
    final void endOnExit(Object keptType, int loadOpcode, int opcode) {
        mv.visitLabel(end);
        exits.add(new Object[] {handler, keptType, loadOpcode, opcode});
    }

    private void writeExits() {
        for (Object[] exit : exits) {
            Object[] locals = new Object[kept + 1];
            Arrays.fill(locals, Opcodes.TOP);
            locals[kept] = exit[1];
            mv.visitLabel((Label) exit[0]);
            HookHandler.write(mv, locals);
            if (exit[1] != Opcodes.TOP) {
                loadKept((int) exit[2]);
            }
            mv.visitInsn((int) exit[3]);
        }
    }

    /** Loads a parameter, by its local. */
    final void load(int opcode, int parameter) {
        mv.visitVarInsn(opcode, parameter);
    }

    /** Keeps what is on the stack; the opcode says of which type that is. */
    final void keep(int storeOpcode) {
        mv.visitVarInsn(storeOpcode, kept);
    }

    /** Loads what is kept. */
    final void loadKept(int loadOpcode) {
        mv.visitVarInsn(loadOpcode, kept);
    }

    final void callHook(String hooks, String name, String hookDescriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, hooks, name, hookDescriptor, false);
    }

    @Override
    public void visitTryCatchBlock(Label from, Label to, Label goesTo, String type) {
        ownHandlers.add(new Object[] {from, to, goesTo, type});
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        writeExits();
        for (Object[] own : ownHandlers) {
            mv.visitTryCatchBlock((Label) own[0], (Label) own[1], (Label) own[2], (String) own[3]);
        }
        super.visitMaxs(Math.max(maxStack, HookHandler.STACK), maxLocals + KEPT_SLOTS);
    }

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
        int slots = 0;
        int parameters = 0;
        while (parameters < numLocal && slots < kept) {
            slots += local[parameters] == Opcodes.LONG || local[parameters] == Opcodes.DOUBLE ? 2 : 1;
            parameters++;
        }
        if (parameters == numLocal) {
            super.visitFrame(type, numLocal, local, numStack, stack);
            return;
        }
        Object[] moved = new Object[numLocal + KEPT_SLOTS];
        System.arraycopy(local, 0, moved, 0, parameters);
        Arrays.fill(moved, parameters, parameters + KEPT_SLOTS, Opcodes.TOP);
        System.arraycopy(local, parameters, moved, parameters + KEPT_SLOTS, numLocal - parameters);
        super.visitFrame(type, moved.length, moved, numStack, stack);
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        super.visitVarInsn(opcode, moved(local));
    }

    @Override
    public void visitIincInsn(int local, int increment) {
        super.visitIincInsn(moved(local), increment);
    }

    @Override
    public void visitLocalVariable(
            String name, String descriptor, String signature, Label start, Label stop, int local) {
        super.visitLocalVariable(name, descriptor, signature, start, stop, moved(local));
    }

    private int moved(int local) {
        return local < kept ? local : local + KEPT_SLOTS;
    }
}
