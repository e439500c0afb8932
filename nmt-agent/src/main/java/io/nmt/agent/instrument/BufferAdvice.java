package io.nmt.agent.instrument;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Label;
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
 * </pre>
 *
 * Where that class was loaded before the agent, it has no field, and the hooks are given the buffer itself.
 */
final class BufferAdvice extends MethodVisitor {
    /** The field's name. */
    static final String FIELD = "nmt$buffer";

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String ROOT = "AbstractReferenceCountedByteBuf";
    private static final String BUFFER = "ByteBuf";
    private static final int THIS = 0;
    private static final int HINT = 1;
    private static final int INNERMOST = 2;
    private static final int STACK = 7;

    private final BufferMethod method;
    private final boolean hasField;
    private final String className;
    private final Object[] parameters;
    private int localsAtLeast;

    private BufferAdvice(
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
        return new BufferAdvice(next, method, hasField, className, access, descriptor);
    }

    /** Of another class of its package, which may have been relocated. */
    private String inPackage(String simpleName) {
        return className.substring(0, className.lastIndexOf('/') + 1).concat(simpleName);
    }

    private void getField() {
        mv.visitFieldInsn(Opcodes.GETFIELD, inPackage(ROOT), FIELD, OBJECT);
    }

    private void putField() {
        mv.visitFieldInsn(Opcodes.PUTFIELD, inPackage(ROOT), FIELD, OBJECT);
    }

    private void call(String hook, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.BUFFER, hook, descriptor, false);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (method == BufferMethod.BACK) {
            tellGivenBack();
        } else if (method == BufferMethod.TOUCH) {
            tellTouched();
        } else if (method == BufferMethod.TOUCH_UNNAMED) {
            tellUsed("touchedUnnamed");
        } else if (method == BufferMethod.RETAIN) {
            tellUsed("retained");
        } else if (method == BufferMethod.RELEASE) {
            tellUsed("released");
        } else if (method == BufferMethod.DERIVE && hasField) {
            tellDerived();
        } else if (method == BufferMethod.COMPOSE && hasField) {
            tellComposed();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN && method == BufferMethod.POOLED) {
            tellHandedOut();
        } else if (opcode == Opcodes.ARETURN && method == BufferMethod.ADAPTIVE) {
            mv.visitVarInsn(Opcodes.ASTORE, method.buffer);
            tellHandedOut();
            mv.visitVarInsn(Opcodes.ALOAD, method.buffer);
        }
        super.visitInsn(opcode);
    }

    private void tellHandedOut() {
        GuardedCall call = GuardedCall.begin(mv);
        if (!hasField) {
            loadBuffer();
            loadBytes();
            loadDirect();
            loadChunk();
            mv.visitIntInsn(Opcodes.BIPUSH, method.kind);
            call("handedOutWithoutField", "(Ljava/lang/Object;IZLjava/lang/Object;I)V");
            call.end(parameters);
            return;
        }
        Label nothing = new Label();
        loadBuffer();
        getField();
        loadBytes();
        call("passes", "(Ljava/lang/Object;I)I");
        mv.visitVarInsn(Opcodes.ISTORE, method.scratch);
        mv.visitVarInsn(Opcodes.ILOAD, method.scratch);
        mv.visitJumpInsn(Opcodes.IFEQ, nothing);
        loadBuffer();
        loadBuffer();
        loadBuffer();
        getField();
        mv.visitVarInsn(Opcodes.ILOAD, method.scratch);
        loadDirect();
        loadChunk();
        mv.visitIntInsn(Opcodes.BIPUSH, method.kind);
        call("handedOut", "(Ljava/lang/Object;Ljava/lang/Object;IZLjava/lang/Object;I)Ljava/lang/Object;");
        putField();
        mv.visitLabel(nothing);
        mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
        mv.visitInsn(Opcodes.NOP); // no two frames in one place
        call.end(parameters);
    }

    private void loadBuffer() {
        mv.visitVarInsn(Opcodes.ALOAD, method.buffer);
    }

    /** How much of the pool it takes, which is what it may grow to where it is. */
    private void loadBytes() {
        if (method == BufferMethod.POOLED) {
            loadBuffer();
            mv.visitFieldInsn(Opcodes.GETFIELD, inPackage("PooledByteBuf"), "maxLength", "I");
        } else {
            callBuffer("maxFastWritableBytes", "()I");
            callBuffer("writerIndex", "()I");
            mv.visitInsn(Opcodes.IADD);
        }
    }

    private void loadDirect() {
        callBuffer("isDirect", "()Z");
    }

    private void loadChunk() {
        boolean pooled = method == BufferMethod.POOLED;
        String buffer = pooled ? "PooledByteBuf" : "AdaptivePoolingAllocator$AdaptiveByteBuf";
        String chunk = pooled ? "PoolChunk" : "AdaptivePoolingAllocator$Chunk";
        loadBuffer();
        mv.visitFieldInsn(
                Opcodes.GETFIELD,
                inPackage(buffer),
                "chunk",
                "L".concat(inPackage(chunk)).concat(";"));
    }

    private void callBuffer(String method, String descriptor) {
        loadBuffer();
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, inPackage(BUFFER), method, descriptor, false);
    }

    /** Begins a call that goes on elsewhere where the field is null, as it is for nearly all buffers. */
    private GuardedCall beginUnlessUnknown(Label nothing) {
        if (hasField) {
            mv.visitVarInsn(Opcodes.ALOAD, THIS);
            getField();
            mv.visitJumpInsn(Opcodes.IFNULL, nothing);
        }
        return GuardedCall.begin(mv);
    }

    private void endUnlessUnknown(GuardedCall call, Label nothing) {
        call.end(parameters);
        mv.visitInsn(Opcodes.NOP);
        if (hasField) {
            mv.visitLabel(nothing);
            mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
            mv.visitInsn(Opcodes.NOP);
        }
    }

    private void tellGivenBack() {
        Label nothing = new Label();
        GuardedCall call = beginUnlessUnknown(nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        if (hasField) {
            getField();
            mv.visitVarInsn(Opcodes.ALOAD, THIS);
            mv.visitInsn(Opcodes.ACONST_NULL);
            putField();
            call("givenBack", "(Ljava/lang/Object;)V");
        } else {
            call("givenBackWithoutField", "(Ljava/lang/Object;)V");
        }
        endUnlessUnknown(call, nothing);
    }

    /** Slices and duplicates call it of the buffer whose memory they show. */
    private void tellUsed(String hook) {
        Label nothing = new Label();
        GuardedCall call = beginUnlessUnknown(nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        if (hasField) {
            getField();
        }
        call(hasField ? hook : hook.concat("WithoutField"), "(Ljava/lang/Object;)V");
        endUnlessUnknown(call, nothing);
    }

    /** A slice or duplicate says it of the buffer whose memory it shows. */
    private void tellTouched() {
        Label nothing = new Label();
        GuardedCall call = GuardedCall.begin(mv);
        findInnermost(INNERMOST, nothing);
        loadKnown(INNERMOST);
        mv.visitVarInsn(Opcodes.ALOAD, HINT);
        call(hasField ? "touched" : "touchedWithoutField", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        endFound(call, INNERMOST, nothing);
    }

    /** A part with a count of its own: what is said of it then is said of the buffer whose memory it shows. */
    private void tellDerived() {
        int innermost = parameters.length;
        Label nothing = new Label();
        GuardedCall call = GuardedCall.begin(mv);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        mv.visitInsn(Opcodes.ACONST_NULL);
        putField();
        findInnermost(innermost, nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        loadKnown(innermost);
        putField();
        endFound(call, innermost, nothing);
    }

    /** What is said of the whole then is said of a part: of one, which stands for all. */
    private void tellComposed() {
        int innermost = INNERMOST + 1;
        Label nothing = new Label();
        GuardedCall call = GuardedCall.begin(mv);
        findInnermost(innermost, nothing);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        mv.visitVarInsn(Opcodes.ALOAD, THIS);
        getField();
        loadKnown(innermost);
        call("composed", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
        putField();
        endFound(call, innermost, nothing);
    }

    /** Puts into a local the buffer whose memory the one at hand shows. Goes on elsewhere if it has no field. */
    private void findInnermost(int local, Label nothing) {
        String buffer = inPackage(BUFFER);
        Object[] locals = withBuffer();
        Label next = new Label();
        Label found = new Label();
        loadBuffer();
        mv.visitVarInsn(Opcodes.ASTORE, local);
        mv.visitLabel(next);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
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

    /** The parameters, and behind them the local with the buffer. */
    private Object[] withBuffer() {
        Object[] locals = Arrays.copyOf(parameters, parameters.length + 1);
        locals[parameters.length] = inPackage(BUFFER);
        return locals;
    }

    /** What is known of the buffer in a local; without the field, the buffer. */
    private void loadKnown(int local) {
        mv.visitVarInsn(Opcodes.ALOAD, local);
        if (hasField) {
            mv.visitTypeInsn(Opcodes.CHECKCAST, inPackage(ROOT));
            getField();
        }
    }

    private void endFound(GuardedCall call, int local, Label nothing) {
        Object[] locals = withBuffer();
        mv.visitLabel(nothing);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        mv.visitInsn(Opcodes.NOP);
        call.end(parameters);
        mv.visitInsn(Opcodes.NOP);
        localsAtLeast = local + 1;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, STACK), Math.max(maxLocals, localsAtLeast));
    }
}
