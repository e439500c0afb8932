package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** A method that returns a new MBean server, or a class that it has defined: shows it to the hook. */
final class ReturnAdvice extends GuardedMethod {
    private static final int THIS = 0;
    private static final String FLAGS = "classFlags"; // of the method's class

    private final boolean isClass;
    private final String className;
    private final String returned;

    ReturnAdvice(MethodVisitor next, Hook.Kind kind, String className, int access, String descriptor) {
        super(next, className, access, descriptor);
        this.className = className;
        this.isClass = kind == Hook.Kind.CLASS_DEFINED;
        this.returned = Type.getReturnType(descriptor).getInternalName();
    }

    @Override
    boolean mayLoseBlock() {
        return !isClass;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            keep(Opcodes.ASTORE);
            begin();
            loadKept(Opcodes.ALOAD);
            if (isClass) {
                load(Opcodes.ALOAD, THIS);
                super.visitFieldInsn(Opcodes.GETFIELD, className, FLAGS, "I");
                callHook(HookNames.LOADER, "defined", "(Ljava/lang/Class;I)V");
            } else {
                callHook(HookNames.MANAGEMENT_USE, "serverMade", "(Ljava/lang/Object;)V");
            }
            endOnExit(returned, Opcodes.ALOAD, opcode);
            loadKept(Opcodes.ALOAD);
        }
        super.visitInsn(opcode);
    }
}
