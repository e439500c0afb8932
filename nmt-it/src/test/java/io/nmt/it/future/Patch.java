package io.nmt.it.future;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;

/** Classes of a JDK as another JDK might have them. All uses of what is renamed are renamed, too: the JDK works. */
final class Patch {
    private static final String LATER = "OfTheFuture";

    private final JdkClasses jdk;
    private final Map<String, Map<String, byte[]>> changed = new HashMap<>();

    Patch(JdkClasses jdk) {
        this.jdk = jdk;
    }

    /** Gives a class another name. */
    Patch renameClass(String className) {
        return rewriteAll(
                className,
                bytes -> remap(bytes, new Remapper(Opcodes.ASM9) {
                    @Override
                    public String map(String name) {
                        return name.equals(className) || name.startsWith(className.concat("$"))
                                ? className + LATER + name.substring(className.length())
                                : name;
                    }
                }));
    }

    /**
     * Gives a method another name, in its class and all that call it.
     *
     * @param owner with slashes; {@code *} for methods of that name in any class
     * @param descriptor null for any
     */
    Patch renameMethod(String owner, String method, String descriptor) {
        return rewriteAll(
                method,
                bytes -> remap(bytes, new Remapper(Opcodes.ASM9) {
                    @Override
                    public String mapMethodName(String ownerName, String name, String type) {
                        boolean isIt = name.equals(method)
                                && (owner.equals("*") || owner.equals(ownerName))
                                && (descriptor == null || descriptor.equals(type));
                        return isIt ? name.concat(LATER) : name;
                    }
                }));
    }

    /** Gives a field another name. The JVM must not know it. */
    Patch renameField(String owner, String field) {
        return rewriteAll(
                field,
                bytes -> remap(bytes, new Remapper(Opcodes.ASM9) {
                    @Override
                    public String mapFieldName(String ownerName, String name, String type) {
                        return name.equals(field) && ownerName.equals(owner) ? name.concat(LATER) : name;
                    }
                }));
    }

    private static byte[] remap(byte[] bytes, Remapper remapper) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(new ClassRemapper(writer, remapper), 0);
        return writer.toByteArray();
    }

    /** Moves the bodies of methods into others, which they call. */
    Patch moveBody(String owner, String method, String descriptor) {
        return rewrite(owner, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                if (!name.equals(method) || !type.equals(descriptor)) {
                    return super.visitMethod(access, name, type, signature, thrown);
                }
                MethodVisitor caller = super.visitMethod(
                        access & ~(Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED), name, type, signature, thrown);
                boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
                caller.visitCode();
                loadAll(caller, isStatic, type);
                caller.visitMethodInsn(
                        isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL,
                        owner,
                        name.concat(LATER),
                        type,
                        false);
                end(caller, type);
                return super.visitMethod(access, name.concat(LATER), type, null, thrown);
            }
        });
    }

    /** Gives a native one parameter more, a long, which its code does not read. */
    Patch lengthenNative(String owner, String method) {
        return rewriteAll(
                method,
                bytes -> visit(bytes, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
                    private boolean isOwner;

                    @Override
                    public void visit(
                            int version, int access, String name, String signature, String above, String[] types) {
                        isOwner = name.equals(owner);
                        super.visit(version, access, name, signature, above, types);
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String signature, String[] thrown) {
                        String longer = isOwner && name.equals(method) ? longer(type) : type;
                        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, longer, null, thrown)) {
                            @Override
                            public void visitMethodInsn(
                                    int opcode, String of, String called, String calledType, boolean is) {
                                boolean isIt = called.equals(method); // also by the name of a subclass
                                if (isIt) {
                                    super.visitInsn(Opcodes.LCONST_0);
                                }
                                super.visitMethodInsn(opcode, of, called, isIt ? longer(calledType) : calledType, is);
                            }

                            @Override
                            public void visitMaxs(int stack, int locals) {
                                super.visitMaxs(stack + 2, locals);
                            }
                        };
                    }
                }));
    }

    private static byte[] visit(byte[] bytes, UnaryOperator<ClassVisitor> visitor) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(visitor.apply(writer), 0);
        return writer.toByteArray();
    }

    private static String longer(String descriptor) {
        return descriptor.replace(")", "J)");
    }

    /** Has a class call a method by way of another one, a new static method beside it. */
    Patch callByAnother(String caller, String owner, String method, String descriptor, boolean isStatic) {
        rewrite(owner, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            private boolean done;

            @Override
            public void visitEnd() {
                if (!done) {
                    done = true;
                    MethodVisitor added = super.visitMethod(
                            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                            method.concat(LATER),
                            isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1),
                            null,
                            null);
                    added.visitCode();
                    loadAll(added, isStatic, descriptor);
                    added.visitMethodInsn(
                            isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL, owner, method, descriptor, false);
                    end(added, descriptor);
                }
                super.visitEnd();
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                done |= name.equals(method.concat(LATER));
                return super.visitMethod(access, name, type, signature, thrown);
            }
        });
        return rewrite(caller, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, type, signature, thrown)) {
                    @Override
                    public void visitMethodInsn(int opcode, String of, String called, String calledType, boolean is) {
                        if (of.equals(owner) && called.equals(method) && calledType.equals(descriptor)) {
                            String now = isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
                            super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method.concat(LATER), now, false);
                        } else {
                            super.visitMethodInsn(opcode, of, called, calledType, is);
                        }
                    }
                };
            }
        });
    }

    /** Has a method throw, first of all, if its string parameter at a place is a certain one. */
    Patch refuse(String owner, String method, String descriptor, int local, String value, String error) {
        return begin(owner, method, descriptor, mv -> {
            Label other = new Label();
            mv.visitLdcInsn(value);
            mv.visitVarInsn(Opcodes.ALOAD, local);
            mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
            mv.visitJumpInsn(Opcodes.IFEQ, other);
            mv.visitTypeInsn(Opcodes.NEW, error);
            mv.visitInsn(Opcodes.DUP);
            mv.visitLdcInsn(value);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, error, "<init>", "(Ljava/lang/String;)V", false);
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitLabel(other);
            mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            mv.visitInsn(Opcodes.NOP);
        });
    }

    /** Has a method throw always. */
    Patch refuse(String owner, String method, String descriptor, String error) {
        return begin(owner, method, descriptor, mv -> {
            mv.visitTypeInsn(Opcodes.NEW, error);
            mv.visitInsn(Opcodes.DUP);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, error, "<init>", "()V", false);
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            mv.visitInsn(Opcodes.NOP);
        });
    }

    /** Writes the start of a method. */
    interface Start {
        void write(MethodVisitor method);
    }

    private Patch begin(String owner, String method, String descriptor, Start start) {
        return rewrite(owner, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, type, signature, thrown);
                if (!name.equals(method) || !type.equals(descriptor)) {
                    return next;
                }
                return new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        start.write(mv);
                    }

                    @Override
                    public void visitMaxs(int stack, int locals) {
                        super.visitMaxs(Math.max(stack, 3), locals);
                    }
                };
            }
        });
    }

    private static void loadAll(MethodVisitor mv, boolean isStatic, String descriptor) {
        int local = 0;
        if (!isStatic) {
            mv.visitVarInsn(Opcodes.ALOAD, local++);
        }
        for (Type type : Type.getArgumentTypes(descriptor)) {
            mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            local += type.getSize();
        }
    }

    private static void end(MethodVisitor mv, String descriptor) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        mv.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        mv.visitMaxs(Math.max(sizes >> 2, 2) + 1, (sizes >> 2) + 1);
        mv.visitEnd();
    }

    private Patch rewrite(String className, UnaryOperator<ClassVisitor> visitor) {
        boolean found = false;
        for (String module : jdk.modules().keySet()) {
            byte[] bytes = bytes(module, className);
            if (bytes != null) {
                found = true;
                put(module, className, visit(bytes, visitor));
            }
        }
        if (!found) {
            throw new IllegalArgumentException("no class " + className);
        }
        return this;
    }

    private Patch rewriteAll(String mentioned, UnaryOperator<byte[]> rewriter) {
        boolean found = false;
        for (Map.Entry<String, Map<String, byte[]>> module : jdk.modules().entrySet()) {
            for (String className : module.getValue().keySet()) {
                byte[] bytes = bytes(module.getKey(), className);
                if (JdkClasses.mentions(bytes, mentioned)) {
                    found = true;
                    byte[] now = rewriter.apply(bytes);
                    put(module.getKey(), new ClassReader(now).getClassName(), now);
                }
            }
        }
        if (!found) {
            throw new IllegalArgumentException("no class has " + mentioned);
        }
        return this;
    }

    private byte[] bytes(String module, String className) {
        byte[] now = changed.getOrDefault(module, Map.of()).get(className);
        return now != null ? now : jdk.modules().get(module).get(className);
    }

    private void put(String module, String className, byte[] bytes) {
        changed.computeIfAbsent(module, name -> new HashMap<>()).put(className, bytes);
    }

    /** Writes the classes, and returns the options with which a JVM has them. */
    List<String> write(Path directory) throws IOException {
        List<String> options = new ArrayList<>();
        for (Map.Entry<String, Map<String, byte[]>> module : changed.entrySet()) {
            Path root = directory.resolve(module.getKey());
            for (Map.Entry<String, byte[]> entry : module.getValue().entrySet()) {
                Path file = root.resolve(entry.getKey() + ".class");
                Files.createDirectories(file.getParent());
                Files.write(file, entry.getValue());
            }
            options.add("--patch-module");
            options.add(module.getKey() + "=" + root);
        }
        return options;
    }
}
