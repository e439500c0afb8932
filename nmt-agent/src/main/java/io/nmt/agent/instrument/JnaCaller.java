package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Calls the hooks from the two methods of JNA's {@code Memory} by which it allocates and frees:
 *
 * <pre>
 *     static long malloc(long size)  { ... JnaHooks.allocated(result, size); return result; }
 *     static void free(long address) { JnaHooks.freeing(address); ... }
 * </pre>
 *
 * Each with a {@link GuardedCall} behind it.
 */
final class JnaCaller extends GuardedMethod {

    private static final int PARAMETER = 0;

    private final Hook.Kind kind;

    private JnaCaller(MethodVisitor next, Hook hook, int access, String descriptor) {
        super(next, hook.className(), access, descriptor);
        this.kind = hook.kind();
    }

    /**
     * Not a constructor: to verify a class that returns a JnaCaller as a MethodVisitor, the JVM has to load this one.
     */
    static MethodVisitor of(MethodVisitor next, Hook hook, int access, String descriptor) {
        return new JnaCaller(next, hook, access, descriptor);
    }

    @Override
    boolean isInLibrary() {
        return true;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (kind == Hook.Kind.JNA_FREE_CALLER) {
            begin();
            load(Opcodes.LLOAD, PARAMETER);
            callHook(HookNames.LIBRARY, "freeing", "(J)V");
            endOnEntry();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.LRETURN) {
            keep(Opcodes.LSTORE);
            begin();
            loadKept(Opcodes.LLOAD);
            load(Opcodes.LLOAD, PARAMETER);
            callHook(HookNames.LIBRARY, "allocated", "(JJ)V");
            endOnExit(Opcodes.LONG, Opcodes.LLOAD, opcode);
            loadKept(Opcodes.LLOAD);
        }
        super.visitInsn(opcode);
    }
}
