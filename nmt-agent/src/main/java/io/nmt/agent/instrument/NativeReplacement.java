package io.nmt.agent.instrument;

import java.util.Arrays;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Gives a native another name, and puts a method in its place that calls it and a hook:
 *
 * <pre>
 *     static long map0(..., long length, ...) {
 *         long result = nmt$map0(..., length, ...);
 *         try { MappingHooks.mapped(result, length); } catch (Throwable t) { GuardedCall }
 *         return result;
 *     }
 *
 *     static int unmap0(long address, long length) {
 *         try { MappingHooks.unmapping(address, length); } catch (Throwable t) { GuardedCall }
 *         return nmt$unmap0(address, length);
 *     }
 * </pre>
 *
 * The JVM finds the renamed native's code by {@link java.lang.instrument.Instrumentation#setNativeMethodPrefix}.
 */
final class NativeReplacement {
    /** The prefix of a renamed native. */
    static final String PREFIX = "nmt$";

    private final ClassVisitor out;
    private final String className;

    /**
     * A writer of replacements.
     *
     * @param out the class to be written
     * @param className its name, with slashes
     */
    NativeReplacement(ClassVisitor out, String className) {
        this.out = out;
        this.className = className;
    }

    /**
     * Writes the renamed native, and a method that calls it and then, with its result and its last long parameter (the
     * size), the hook.
     *
     * @param hooks class of the hook
     * @param hook its name; it takes the result and the size
     */
    void writeWithHookAfter(
            int access, String name, String descriptor, String[] exceptions, String hooks, String hook) {
        Body body = new Body(access, name, descriptor, exceptions);
        int size = body.lastLong();
        body.callNative();
        body.mv.visitVarInsn(Opcodes.LSTORE, body.end);
        body.guarded(hooks, hook, "(JJ)V", Opcodes.LONG, body.end, size);
        body.mv.visitVarInsn(Opcodes.LLOAD, body.end);
        body.end();
    }

    /**
     * Writes the renamed native, and a method that calls the hook with its first parameter (the address) and its last
     * one, if that is another long (the size), and then it.
     *
     * @param hooks class of the hook
     * @param hook its name; it takes the address and the size, if there is one
     */
    void writeWithHookBefore(
            int access, String name, String descriptor, String[] exceptions, String hooks, String hook) {
        Body body = new Body(access, name, descriptor, exceptions);
        int size = body.lastLong();
        if (size == body.first) {
            body.guarded(hooks, hook, "(J)V", null, body.first);
        } else {
            body.guarded(hooks, hook, "(JJ)V", null, body.first, size);
        }
        body.callNative();
        body.end();
    }

    private final class Body {
        private final MethodVisitor mv;
        private final boolean isStatic;
        private final String name;
        private final String descriptor;
        private final Type[] parameters;
        private final Object[] parameterTypes;
        private final int first;
        private final int end;

        Body(int access, String name, String descriptor, String[] exceptions) {
            this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
            this.name = name;
            this.descriptor = descriptor;
            this.parameters = Type.getArgumentTypes(descriptor);
            this.parameterTypes = GuardedCall.parameterTypes(className, access, descriptor);
            this.first = isStatic ? 0 : 1;
            this.end = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
            out.visitMethod(access | Opcodes.ACC_SYNTHETIC, PREFIX.concat(name), descriptor, null, exceptions)
                    .visitEnd();
            mv = out.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, null, exceptions);
            mv.visitCode();
        }

        int lastLong() {
            int local = first;
            int last = -1;
            for (Type type : parameters) {
                if (type.getSort() == Type.LONG) {
                    last = local;
                }
                local += type.getSize();
            }
            return last;
        }

        void callNative() {
            int local = first;
            if (!isStatic) {
                mv.visitVarInsn(Opcodes.ALOAD, 0);
            }
            for (Type type : parameters) {
                mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
                local += type.getSize();
            }
            int call = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
            mv.visitMethodInsn(call, className, PREFIX.concat(name), descriptor, false);
        }

        /** Calls a hook with some long locals. There may be one local more than the parameters. */
        void guarded(String hooks, String hook, String hookDescriptor, Object extraLocal, int... longs) {
            GuardedCall call = GuardedCall.begin(mv, hooks.equals(HookNames.LIBRARY));
            for (int local : longs) {
                mv.visitVarInsn(Opcodes.LLOAD, local);
            }
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, hooks, hook, hookDescriptor, false);
            if (extraLocal == null) {
                call.end(parameterTypes);
            } else {
                Object[] locals = Arrays.copyOf(parameterTypes, parameterTypes.length + 1);
                locals[parameterTypes.length] = extraLocal;
                call.end(locals);
            }
        }

        void end() {
            mv.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
            mv.visitMaxs(end + 4, end + 2);
            mv.visitEnd();
        }
    }
}
