package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Calls the hooks from a method that maps or unmaps by a native:
 *
 * <pre>
 *     JDK 20 and later, UnixFileDispatcherImpl
 *     long map(fd, prot, position, length, isSync) { ... MappingHooks.mapped(result, length); return result; }
 *     int unmap(address, length)                   { MappingHooks.unmapping(address, length); ... }
 *
 *     before, FileChannelImpl.Unmapper
 *     Unmapper(address, size, ...)                 { ... MappingHooks.mapped(address, size); }
 *     void unmap()                                 { MappingHooks.unmapping(this.address, 0); ... }
 * </pre>
 *
 * Each with a {@link GuardedCall} behind it.
 */
final class MappingCaller extends GuardedMethod {

    private static final int LENGTH = 5;
    private static final int ADDRESS = 1;
    private static final int UNMAPPED_LENGTH = 3;
    private static final int SIZE = 3;

    private final Hook hook;
    private final boolean isUnmapper;

    MappingCaller(MethodVisitor next, Hook hook, int access, String descriptor) {
        super(next, hook.className(), access, descriptor);
        this.hook = hook;
        this.isUnmapper = hook.className().endsWith("$Unmapper");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (hook.kind() == Hook.Kind.UNMAP_CALLER) {
            begin();
            if (isUnmapper) {
                load(Opcodes.ALOAD, 0);
                mv.visitFieldInsn(Opcodes.GETFIELD, hook.className(), "address", "J");
                mv.visitInsn(Opcodes.LCONST_0); // no Linker yet, which might have unmapped a part
            } else {
                load(Opcodes.LLOAD, ADDRESS);
                load(Opcodes.LLOAD, UNMAPPED_LENGTH);
            }
            callHook(HookNames.MAPPING, "unmapping", "(JJ)V");
            endOnEntry();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (hook.kind() == Hook.Kind.MAP_CALLER) {
            if (opcode == Opcodes.LRETURN) {
                keep(Opcodes.LSTORE);
                begin();
                loadKept(Opcodes.LLOAD);
                load(Opcodes.LLOAD, LENGTH);
                callHook(HookNames.MAPPING, "mapped", "(JJ)V");
                endOnExit(Opcodes.LONG, Opcodes.LLOAD, opcode);
                loadKept(Opcodes.LLOAD);
            } else if (opcode == Opcodes.RETURN) {
                begin();
                load(Opcodes.LLOAD, ADDRESS);
                load(Opcodes.LLOAD, SIZE);
                callHook(HookNames.MAPPING, "mapped", "(JJ)V");
                endOnExit(Opcodes.TOP, Opcodes.NOP, opcode);
            }
        }
        super.visitInsn(opcode);
    }
}
