package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Tells of a pool's chunks:
 *
 * <pre>
 *     PoolChunk(...)       { ... try { PoolHooks.made(this); } catch (Throwable t) { } return; }
 *     void add(chunk)      { try { PoolHooks.made(chunk); } catch (Throwable t) { } ... }
 *     void destroy(chunk)  { try { PoolHooks.freeing(chunk); } catch (Throwable t) { } ... }
 * </pre>
 */
final class ChunkAdvice extends MethodVisitor {
    private static final int THIS = 0;
    private static final int PARAMETER = 1;

    private final Hook.Kind kind;
    private final String className;
    private final String descriptor;

    private ChunkAdvice(MethodVisitor next, Hook.Kind kind, String className, String descriptor) {
        super(Opcodes.ASM9, next);
        this.kind = kind;
        this.className = className;
        this.descriptor = descriptor;
    }

    /**
     * Not a constructor, so that the class is loaded only when it is needed: see {@link JnaCaller#of}.
     *
     * @return {@code next} if the method is not as expected, in a version that has not been seen here
     */
    static MethodVisitor of(
            MethodVisitor next, HookedRows rows, int row, String className, int access, String descriptor) {
        Hook.Kind kind = rows.hook(row).kind();
        if (kind != Hook.Kind.CHUNK_CONSTRUCTED && !takesOneObject(access, descriptor)) {
            return next;
        }
        rows.found(row);
        return new ChunkAdvice(next, kind, className, descriptor);
    }

    private static boolean takesOneObject(int access, String descriptor) {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0
                && parameters.length == 1
                && parameters[0].getSort() == Type.OBJECT;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (kind != Hook.Kind.CHUNK_CONSTRUCTED) {
            String hook = kind == Hook.Kind.CHUNK_ADDED ? "made" : "freeing";
            tell(hook, PARAMETER, className, Type.getArgumentTypes(descriptor)[0].getInternalName());
            // The method may begin with a frame of its own, and there must not be two in one place.
            visitInsn(Opcodes.NOP);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (kind == Hook.Kind.CHUNK_CONSTRUCTED && opcode == Opcodes.RETURN) {
            tell("made", THIS, className);
        }
        super.visitInsn(opcode);
    }

    /**
     * Calls a hook with a local, where nothing is on the stack, and no locals but these are used any more. The hook
     * throws nothing itself; what is caught is a stack overflow in the call, or that the library's loader does not find
     * the hook.
     */
    private void tell(String hook, int local, Object... locals) {
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        visitVarInsn(Opcodes.ALOAD, local);
        visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.LIBRARY, hook, "(Ljava/lang/Object;)V", false);
        call.beginHandler(locals);
        visitInsn(Opcodes.POP);
        call.endHandler();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
}
