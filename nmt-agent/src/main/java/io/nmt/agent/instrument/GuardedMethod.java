package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A method into which calls of hooks are put, each with a {@link GuardedCall} behind it:
 *
 * <pre>
 *     try { hook } catch (Throwable t) { GuardedCall }
 * </pre>
 *
 * A handler finds the stack empty, so what is on it where a method returns or throws is kept in a local meanwhile.
 * There is one for that between the method's parameters and its own locals, which are moved up. The method's own
 * handlers come behind these: one that closes something would else throw on what is caught here.
 */
abstract class GuardedMethod extends MovedLocals {
    private static final int KEPT_SLOTS = 2; // for a long, too

    private final Object[] parameterTypes;
    private final List<Object[]> ownHandlers = new ArrayList<>();
    private final List<Exit> exits = new ArrayList<>();

    private GuardedCall call;

    /** A return of the method behind the call of a hook. */
    private record Exit(GuardedCall call, Object keptType, int loadOpcode, int opcode) {}

    /** For a method that is not a constructor before its call of another one. */
    GuardedMethod(MethodVisitor next, String className, int access, String descriptor) {
        super(next, slotsOfParameters(access, descriptor), KEPT_SLOTS);
        this.parameterTypes = GuardedCall.parameterTypes(className, access, descriptor);
    }

    private static int slotsOfParameters(int access, String descriptor) {
        int withReceiver = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
        return (access & Opcodes.ACC_STATIC) != 0 ? withReceiver - 1 : withReceiver;
    }

    /** Begins the call of a hook, where the stack is empty. */
    final void begin() {
        call = GuardedCall.begin(mv, isInLibrary());
        if (!mayLoseBlock()) {
            call.withoutCount();
        }
    }

    /** True if a failure of the hook may leave a block untracked. */
    boolean mayLoseBlock() {
        return true;
    }

    /** True if the method belongs to a library, and not to the JDK. */
    boolean isInLibrary() {
        return false;
    }

    /** Ends it, where the parameters are still needed. */
    final void endOnEntry() {
        call.end(parameterTypes);
        // The method may begin with a frame of its own, and there must not be two in one place.
        mv.visitInsn(Opcodes.NOP);
    }

    /**
     * Ends it, before an instruction with which the method ends, where only what is kept is still needed. The handler
     * stands behind the method's code, and has that instruction, too: inside of what the method itself handles, all
     * locals would have to be known.
     */
    final void endOnExit(Object keptType, int loadOpcode, int opcode) {
        call.endOfCall();
        exits.add(new Exit(call, keptType, loadOpcode, opcode));
    }

    private void writeExits() {
        for (Exit exit : exits) {
            Object[] locals = new Object[first + 1];
            Arrays.fill(locals, Opcodes.TOP);
            locals[first] = exit.keptType;
            exit.call.writeHandler(locals);
            if (exit.keptType != Opcodes.TOP) {
                loadKept(exit.loadOpcode);
            }
            mv.visitInsn(exit.opcode);
        }
    }

    /** Loads a parameter, by its local. */
    final void load(int opcode, int parameter) {
        mv.visitVarInsn(opcode, parameter);
    }

    /** Keeps what is on the stack; the opcode says of which type that is. */
    final void keep(int storeOpcode) {
        mv.visitVarInsn(storeOpcode, first);
    }

    /** Loads what is kept. */
    final void loadKept(int loadOpcode) {
        mv.visitVarInsn(loadOpcode, first);
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
        super.visitMaxs(Math.max(maxStack, GuardedCall.STACK_SLOTS), maxLocals);
    }

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
        int slots = 0;
        int parameters = 0;
        while (parameters < numLocal && slots < first) {
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
}
