package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * {@code MethodHandle downcallHandle(MemorySegment symbol, FunctionDescriptor function, Option... options)}, or the
 * same without a symbol. What it returns goes through the hook first:
 *
 * <pre>
 *     return x;
 * </pre>
 *
 * becomes
 *
 * <pre>
 *     MethodHandle linked = x;
 *     try {
 *         return LinkerHooks.linked(linked, symbol.address());
 *     } catch (Throwable t) {
 *         return linked;
 *     }
 * </pre>
 *
 * The hook throws nothing itself; what is caught is a stack overflow in the call of the hook.
 */
final class LinkAdvice extends MethodVisitor {
    static final String NO_SYMBOL = "(Ljava/lang/foreign/FunctionDescriptor;[Ljava/lang/foreign/Linker$Option;)"
            + "Ljava/lang/invoke/MethodHandle;";
    static final String WITH_SYMBOL = "(Ljava/lang/foreign/MemorySegment;" + NO_SYMBOL.substring(1);

    private static final String HOOKS = "io/nmt/core/internal/linker/LinkerHooks";
    private static final String SEGMENT = "java/lang/foreign/MemorySegment";
    private static final String HANDLE = "java/lang/invoke/MethodHandle";
    private static final int SYMBOL = 1;

    private final Object[] locals;
    private final int linked;
    private final boolean hasSymbol;

    LinkAdvice(MethodVisitor next, String className, String descriptor) {
        super(Opcodes.ASM9, next);
        Type[] parameters = Type.getArgumentTypes(descriptor);
        this.linked = 1 + parameters.length; // all references
        this.hasSymbol = parameters[0].getInternalName().equals(SEGMENT);
        this.locals = new Object[linked + 1];
        locals[0] = className;
        for (int i = 0; i < parameters.length; i++) {
            locals[1 + i] = parameters[i].getInternalName();
        }
        locals[linked] = HANDLE;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode != Opcodes.ARETURN) {
            super.visitInsn(opcode);
            return;
        }
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        mv.visitTryCatchBlock(start, end, handler, null);
        mv.visitVarInsn(Opcodes.ASTORE, linked);
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ALOAD, linked);
        if (hasSymbol) {
            mv.visitVarInsn(Opcodes.ALOAD, SYMBOL);
            mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, SEGMENT, "address", "()J", true);
        }
        String hook = hasSymbol ? "(L" + HANDLE + ";J)L" + HANDLE + ";" : "(L" + HANDLE + ";)L" + HANDLE + ";";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "linked", hook, false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(end);
        mv.visitLabel(handler);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
        mv.visitInsn(Opcodes.POP);
        mv.visitVarInsn(Opcodes.ALOAD, linked);
        mv.visitInsn(Opcodes.ARETURN);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, 3), Math.max(maxLocals, linked + 1));
    }
}
