package io.nmt.agent.instrument;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Tells of buffers that a pool hands out as a whole:
 *
 * <pre>
 *     acquire(size, direct) { ... try { BufferHooks.lent(this, buffer.getByteBuffer(), kind); } catch ...
 *                             return buffer; }
 *     release()             { boolean released = super.release();
 *                             try { if (released) BufferHooks.returned(getByteBuffer()); } catch ... ... }
 *     freeInternal(memory)  { try { BufferHooks.returned(memory); } catch ... ... }
 * </pre>
 *
 * What Jetty only wraps is not pooled: {@code BufferHooks.madeUnpooled}.
 */
final class LentBufferAdvice extends MethodVisitor {
    private static final int JETTY = 2;
    private static final int UNDERTOW = 3;
    private static final int UNPOOLED = 4;

    private static final int THIS = 0;
    private static final int FIRST = 1;
    private static final int STACK = 3;
    private static final String MEMORY = "java/nio/ByteBuffer";
    private static final String GET_MEMORY = "()L".concat(MEMORY).concat(";");
    private static final String IN_JETTY = "(IZ)L";
    private static final String IN_UNDERTOW = "()L";
    private static final String RELEASE = "()Z";
    private static final String FREE = "(L".concat(MEMORY).concat(";)V");

    private final String className;
    private final String descriptor;
    private final Object[] parameters;
    private boolean justWrapped;

    private LentBufferAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(Opcodes.ASM9, next);
        this.className = className;
        this.descriptor = descriptor;
        this.parameters = GuardedCall.parameterTypes(className, access, descriptor);
    }

    /**
     * Not a constructor, so that the class is loaded only when it is needed.
     *
     * @return {@code next} if the method is not as expected, in a version that has not been seen here
     */
    static MethodVisitor of(
            MethodVisitor next, HookedRows rows, int row, String className, int access, String descriptor) {
        boolean own = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE)) == 0;
        boolean known = rows.hook(row).kind() == Hook.Kind.BUFFER_LENT
                ? (descriptor.startsWith(IN_JETTY) && descriptor.contains("/RetainableByteBuffer"))
                        || (descriptor.startsWith(IN_UNDERTOW) && descriptor.endsWith("/PooledByteBuffer;"))
                : descriptor.equals(RELEASE) || descriptor.equals(FREE);
        if (!own || !known) {
            return next;
        }
        rows.found(row);
        return new LentBufferAdvice(next, className, access, descriptor);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (descriptor.equals(FREE)) {
            GuardedCall call = GuardedCall.beginInLibrary(mv);
            mv.visitVarInsn(Opcodes.ALOAD, FIRST);
            call("returned", FREE);
            call.end(parameters);
            mv.visitInsn(Opcodes.NOP); // no two frames in one place
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String called, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, called, isInterface);
        justWrapped = opcode == Opcodes.INVOKESTATIC && name.equals("wrap");
        if (descriptor.equals(RELEASE) && opcode == Opcodes.INVOKESPECIAL && called.equals(RELEASE)) {
            tellIfReleased();
        }
    }

    /** Reports a buffer as released if the boolean on the stack is true. */
    private void tellIfReleased() {
        Object[] locals = {className, Opcodes.INTEGER};
        Label nothing = new Label();
        mv.visitVarInsn(Opcodes.ISTORE, FIRST);
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        mv.visitVarInsn(Opcodes.ILOAD, FIRST);
        mv.visitJumpInsn(Opcodes.IFEQ, nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, className, "getByteBuffer", GET_MEMORY, false);
        call("returned", FREE);
        mv.visitLabel(nothing);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        mv.visitInsn(Opcodes.NOP); // no two frames in one place
        call.end(locals);
        mv.visitVarInsn(Opcodes.ILOAD, FIRST);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            tellLent(Type.getReturnType(descriptor).getInternalName());
        }
        super.visitInsn(opcode);
    }

    /** Reports the buffer on the stack as handed out. */
    private void tellLent(String type) {
        int local = parameters.length;
        Object[] locals = Arrays.copyOf(parameters, local + 1);
        locals[local] = type;
        mv.visitVarInsn(Opcodes.ASTORE, local);
        GuardedCall call = GuardedCall.beginInLibrary(mv);
        if (justWrapped) {
            loadMemory(local, type);
            mv.visitIntInsn(Opcodes.BIPUSH, UNPOOLED);
            call("madeUnpooled", "(Ljava/nio/ByteBuffer;I)V");
        } else {
            mv.visitVarInsn(Opcodes.ALOAD, THIS);
            loadMemory(local, type);
            mv.visitIntInsn(Opcodes.BIPUSH, descriptor.startsWith(IN_JETTY) ? JETTY : UNDERTOW);
            call("lent", "(Ljava/lang/Object;Ljava/nio/ByteBuffer;I)V");
        }
        call.end(locals);
        mv.visitVarInsn(Opcodes.ALOAD, local);
    }

    private void loadMemory(int local, String type) {
        mv.visitVarInsn(Opcodes.ALOAD, local);
        String getter = descriptor.startsWith(IN_JETTY) ? "getByteBuffer" : "getBuffer";
        mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, type, getter, GET_MEMORY, true);
    }

    private void call(String hook, String hookDescriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.LIBRARY, hook, hookDescriptor, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(
                Math.max(maxStack, Math.max(STACK, GuardedCall.STACK_SLOTS)),
                Math.max(maxLocals, parameters.length + 1));
    }
}
