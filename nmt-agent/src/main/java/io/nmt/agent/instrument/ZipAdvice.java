package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The life of a zlib stream, whose address {@code Inflater} and {@code Deflater} keep in a nested class. The calls
 * of {@code ZipHooks} are added:
 *
 * <pre>
 *     Inflater(boolean nowrap) {
 *         zsRef = new InflaterZStreamRef(this, init(nowrap));
 *         ...
 *         try { ZipHooks.inflaterOpened(zsRef.address(), nowrap); } catch (Throwable t) { GuardedCall }
 *     }
 *
 *     int inflate(...) {
 *         ...
 *         try {
 *             ZipHooks.inflated(written, bytesWritten, finished, zsRef.address());
 *         } catch (Throwable t) { GuardedCall }
 *         return written;
 *     }
 *
 *     void setDictionary(...) {
 *         ...
 *         try { ZipHooks.dictionarySet(zsRef.address()); } catch (Throwable t) { GuardedCall }
 *     }
 *
 *     InflaterZStreamRef.run() {                            // end() and close() call it, and the cleaner
 *         try { ZipHooks.ending(address); } catch (Throwable t) { GuardedCall }
 *         ...
 *         end(address);
 *     }
 * </pre>
 *
 * {@code Deflater} likewise, without the two in the middle. These stand where the methods return, not beside the
 * natives: what zlib has consumed and what the JDK notes of it must not be torn apart by an error (the end of the
 * stack).
 */
final class ZipAdvice extends MethodVisitor {
    private static final int NOWRAP = 1;
    private static final int MORE_STACK_SLOTS = 8; // an int, two longs and a boolean, and the handler's

    // Where a method returns, its parameters are of no use any more.
    private static final int RETURNED = 1;

    private final HookedRows rows;
    private final int row;
    private final Hook hook;
    private final String stream;
    private boolean callsZlib;

    ZipAdvice(MethodVisitor next, HookedRows rows, int row) {
        super(Opcodes.ASM9, next);
        this.rows = rows;
        this.row = row;
        this.hook = rows.hook(row);
        this.stream = isInflater()
                ? "java/util/zip/Inflater$InflaterZStreamRef"
                : "java/util/zip/Deflater$DeflaterZStreamRef";
    }

    private boolean isInflater() {
        return hook.className().startsWith("java/util/zip/Inflater");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (hook.kind() == Hook.Kind.ZIP_END) {
            guarded(stream);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (hook.kind() == Hook.Kind.ZIP_OPEN && opcode == Opcodes.RETURN) {
            if (isInflater()) {
                guarded(hook.className(), Opcodes.INTEGER);
            } else {
                guarded(hook.className(), Opcodes.INTEGER, Opcodes.INTEGER);
            }
        } else if (hook.kind() == Hook.Kind.ZIP_INFLATE && callsZlib && opcode == Opcodes.IRETURN) {
            mv.visitVarInsn(Opcodes.ISTORE, RETURNED);
            guarded(hook.className(), Opcodes.INTEGER);
            mv.visitVarInsn(Opcodes.ILOAD, RETURNED);
        } else if (hook.kind() == Hook.Kind.ZIP_INFLATE && callsZlib && opcode == Opcodes.RETURN) {
            guarded(hook.className());
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        super.visitFieldInsn(opcode, owner, name, descriptor);
        boolean isStream = hook.kind() == Hook.Kind.ZIP_END
                ? name.equals("address") && descriptor.equals("J")
                : name.equals("zsRef") && descriptor.equals("L" + stream + ";");
        if (isStream && hook.kind() != Hook.Kind.ZIP_INFLATE) {
            rows.found(row);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        // The natives take the address first. Public methods of the same name do not.
        if (hook.kind() != Hook.Kind.ZIP_INFLATE || !owner.equals(hook.className()) || !descriptor.startsWith("(J")) {
            return;
        }
        callsZlib = true;
        rows.found(row);
    }

    private void loadAddress() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitFieldInsn(Opcodes.GETFIELD, hook.className(), "zsRef", "L" + stream + ";");
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, stream, "address", "()J", false);
    }

    private void callHook(String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.ZIP, name, descriptor, false);
    }

    /** Calls the hook where the stack is empty, and no locals but these are in use. */
    private void guarded(Object... parameters) {
        GuardedCall call = GuardedCall.begin(mv);
        if (hook.kind() == Hook.Kind.ZIP_END) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitFieldInsn(Opcodes.GETFIELD, stream, "address", "J");
            callHook("ending", "(J)V");
        } else if (hook.kind() == Hook.Kind.ZIP_INFLATE && parameters.length > 1) {
            mv.visitVarInsn(Opcodes.ILOAD, RETURNED);
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitFieldInsn(Opcodes.GETFIELD, hook.className(), "bytesWritten", "J");
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitFieldInsn(Opcodes.GETFIELD, hook.className(), "finished", "Z");
            loadAddress();
            callHook("inflated", "(IJZJ)V");
        } else if (hook.kind() == Hook.Kind.ZIP_INFLATE) {
            loadAddress();
            callHook("dictionarySet", "(J)V");
        } else if (isInflater()) {
            loadAddress();
            mv.visitVarInsn(Opcodes.ILOAD, NOWRAP);
            callHook("inflaterOpened", "(JZ)V");
        } else {
            loadAddress();
            callHook("deflaterOpened", "(J)V");
        }
        call.end(parameters);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + MORE_STACK_SLOTS, maxLocals);
    }
}
