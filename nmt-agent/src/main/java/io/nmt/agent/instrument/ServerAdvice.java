package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** A method that returns a new MBean server: shows it to the hook. */
final class ServerAdvice extends GuardedMethod {
    private final String server;

    ServerAdvice(MethodVisitor next, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.server = Type.getReturnType(descriptor).getInternalName();
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            callHook(HookNames.MANAGEMENT_USE, "serverMade", "(Ljava/lang/Object;)V");
            endOnExit(server, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
        }
        super.visitInsn(opcode);
    }
}
