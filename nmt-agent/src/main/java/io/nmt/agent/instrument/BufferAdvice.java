package io.nmt.agent.instrument;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Tells of the buffers of a pool. What is known of one is in a field of the class that Netty's buffers extend:
 *
 * <pre>
 *     allocate(...)     { ... try {
 *                             int passed = BufferHooks.passes(buffer.field, bytes);
 *                             if (passed != 0) {
 *                                 buffer.field = BufferHooks.handedOut(buffer, buffer.field, passed, ...);
 *                             }
 *                         } catch (Throwable t) { GuardedCall } return; }
 *     deallocate()      { if (field != null) {
 *                             try { Object known = field; field = null; BufferHooks.givenBack(known); } catch ...
 *                         } ... }
 *     init(buffer, ...) { try { field = ((Type) innermost(buffer)).field; } catch ... ... } // of a part
 *     release(),
 *     retain(), touch() { if (field != null) { try { BufferHooks.retained(field); } catch ... } ... }
 *     touch(hint)       { try { BufferHooks.touched(((Type) innermost(this)).field, hint); } catch ... ... }
 *     newComponent(buffer, offset)
 *                       { try { field = BufferHooks.composed(field, ((Type) innermost(buffer)).field); }
 *                         catch ... ... }
 *     FixedCompositeByteBuf(allocator, buffers...)
 *                       { ... the same of each buffer; return; }
 * </pre>
 *
 * Where that class was loaded before the agent, it has no field, and the hooks are given the buffer itself.
 */
abstract class BufferAdvice extends MethodVisitor {
    /** The field's name. */
    static final String FIELD = "nmt$buffer";

    /** The name of the type of all Netty's buffers. */
    static final String BUFFER = "ByteBuf";

    /** The superclass of buffers with memory or a count of their own: it has the field. */
    static final String ROOT = "AbstractReferenceCountedByteBuf";

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final int STACK_SLOTS = 7;

    final BufferMethod method;
    final boolean hasField;

    /** Types of the parameters, with the object itself. */
    final Object[] parameters;

    private final String className;

    BufferAdvice(
            MethodVisitor next,
            BufferMethod method,
            boolean hasField,
            String className,
            int access,
            String descriptor) {
        super(Opcodes.ASM9, next);
        this.method = method;
        this.hasField = hasField;
        this.className = className;
        this.parameters = GuardedCall.parameterTypes(className, access, descriptor);
    }

    /**
     * Not a constructor, so that the class is loaded only when it is needed.
     *
     * @param hasField whether the buffers have the field
     * @return {@code next} if it is another method of that name
     */
    static MethodVisitor of(
            MethodVisitor next,
            HookedRows rows,
            int row,
            boolean hasField,
            String className,
            int access,
            String descriptor) {
        BufferMethod method = BufferMethod.of(rows.hook(row).kind(), access, descriptor);
        if (method == null) {
            return next;
        }
        rows.found(row);
        return switch (method) {
            case POOLED, ADAPTIVE -> new HandedOutBuffer(next, method, hasField, className, access, descriptor);
            default -> new UsedBuffer(next, method, hasField, className, access, descriptor);
        };
    }

    /** True if the class of all buffers has the field. */
    static boolean isGivenField(Class<?> root) {
        return JdkInternals.access().fieldOffset(root, FIELD) != JdkAccess.NO_FIELD;
    }

    /** The name of another class of its package, which may have been relocated. */
    final String inPackage(String simpleName) {
        return className.substring(0, className.lastIndexOf('/') + 1).concat(simpleName);
    }

    final void getField() {
        mv.visitFieldInsn(Opcodes.GETFIELD, inPackage(ROOT), FIELD, OBJECT);
    }

    final void putField() {
        mv.visitFieldInsn(Opcodes.PUTFIELD, inPackage(ROOT), FIELD, OBJECT);
    }

    final void loadBuffer() {
        mv.visitVarInsn(Opcodes.ALOAD, method.buffer);
    }

    final void call(String hook, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.LIBRARY, hook, descriptor, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, STACK_SLOTS), maxLocals);
    }
}
