package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

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
 *     try { linked = LinkerHooks.linked(linked, symbol.address()); } catch (Throwable t) { GuardedCall }
 *     return linked;
 * </pre>
 */
final class LinkAdvice extends GuardedMethod {
    // Constants of the compiler: the table has them without this class.
    private static final String PARAMETERS = "Ljava/lang/foreign/FunctionDescriptor;"
            + "[Ljava/lang/foreign/Linker$Option;)Ljava/lang/invoke/MethodHandle;";
    static final String NO_SYMBOL = "(" + PARAMETERS;
    static final String WITH_SYMBOL = "(Ljava/lang/foreign/MemorySegment;" + PARAMETERS;

    private static final String SEGMENT = "java/lang/foreign/MemorySegment";
    private static final String HANDLE = "java/lang/invoke/MethodHandle";
    private static final int SYMBOL = 1;

    private final boolean hasSymbol;

    LinkAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.hasSymbol = descriptor.startsWith("(L" + SEGMENT);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            if (hasSymbol) {
                load(Opcodes.ALOAD, SYMBOL);
                mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, SEGMENT, "address", "()J", true);
            }
            String hook = hasSymbol ? "(L" + HANDLE + ";J)L" + HANDLE + ";" : "(L" + HANDLE + ";)L" + HANDLE + ";";
            callHook(HookNames.LINKER, "linked", hook);
            keep(Opcodes.ASTORE);
            endOnExit(HANDLE, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
        }
        super.visitInsn(opcode);
    }
}
