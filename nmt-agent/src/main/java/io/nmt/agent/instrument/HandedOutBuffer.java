package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Shows a buffer that a pool hands out, or gives other memory. */
final class HandedOutBuffer extends BufferAdvice {
    HandedOutBuffer(
            MethodVisitor next,
            BufferMethod method,
            boolean hasField,
            String className,
            int access,
            String descriptor) {
        super(next, method, hasField, className, access, descriptor);
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
        GuardedCall call = GuardedCall.beginInLibrary(mv);
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

    /** Loads the bytes that the buffer may grow to where it is, which it takes from the pool. */
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
}
