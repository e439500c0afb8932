package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Hooks a class of native handles, and gives it the field that says whether one is counted. */
final class HandleVisitor extends ClassVisitor {
    /** The field's name. */
    static final String FIELD = "nmt$handle";

    private final HandleRow row;
    private final boolean hasField;
    private int found;

    private HandleVisitor(ClassVisitor next, HandleRow row, boolean hasField) {
        super(Opcodes.ASM9, next);
        this.row = row;
        this.hasField = hasField;
    }

    /**
     * Hooks a class.
     *
     * @param bytes of the class
     * @param row for it
     * @param hasField whether its owner has the field, or is this class and can be given it
     * @return the class with its hooks; null if it has no method of the row
     */
    static byte[] hook(byte[] bytes, HandleRow row, boolean hasField) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        HandleVisitor visitor = new HandleVisitor(writer, row, hasField);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        return visitor.found == 0 ? null : writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
        boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC)) == 0;
        for (HandleRow.Method method : row.methods()) {
            if (hasCode && method.is(name, descriptor)) {
                found++;
                visitor = new HandleAdvice(visitor, row, method, hasField, access, descriptor);
            }
        }
        return visitor;
    }

    @Override
    public void visitEnd() {
        if (hasField && row.className().equals(row.owner())) {
            // Others of the library's classes read it, and class loaders' serialisation does not.
            int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT;
            super.visitField(access, FIELD, "Ljava/lang/Object;", null, null).visitEnd();
        }
        super.visitEnd();
    }
}
