package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Hooks a class of native handles, and gives it the field that says whether one is counted. */
final class HandleVisitor extends ClassVisitor {
    /** The field's name. */
    static final String FIELD = "nmt$handle";

    private final HandleRow row;
    private final boolean hasField;
    private final int fieldAccess;
    private int creating;
    private int closing;
    private boolean isInterface;
    private boolean isTaken;
    private final List<HandleAdvice> advices = new ArrayList<>();

    private HandleVisitor(ClassVisitor next, HandleRow row, boolean hasField, boolean isOthers) {
        super(Opcodes.ASM9, next);
        this.row = row;
        this.hasField = hasField;
        // A private transient one is left out where a class's serial version is computed.
        int access = isOthers ? Opcodes.ACC_PUBLIC : Opcodes.ACC_PRIVATE;
        this.fieldAccess = access | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT;
    }

    /**
     * Hooks a class.
     *
     * @param bytes of the class
     * @param row for it
     * @param hasField whether its owner has the field, or is this class and can be given it
     * @param isOthers whether other classes close its handles, too, and so need the field
     * @return the class with its hooks
     * @throws IllegalArgumentException if it cannot be hooked, with the reason
     */
    static byte[] hook(byte[] bytes, HandleRow row, boolean hasField, boolean isOthers) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        HandleVisitor visitor = new HandleVisitor(writer, row, hasField, isOthers);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        visitor.check();
        return writer.toByteArray();
    }

    private void check() {
        String problem = null;
        boolean reusesThis = false;
        for (HandleAdvice advice : advices) {
            reusesThis |= advice.reusesThis();
        }
        if (isInterface) {
            problem = "it is an interface";
        } else if (isTaken) {
            problem = "it has a field of the name " + FIELD;
        } else if (reusesThis) {
            problem = "one of its constructors uses the place of 'this' for something else";
        } else if (creating + closing == 0) {
            problem = "it lacks the methods that are hooked";
        } else if (row.isUsers() && closing == 0) {
            problem = "it has no such instance method of its own. Name the class that has it";
        }
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        isTaken |= name.equals(FIELD);
        return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
        boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC)) == 0;
        for (HandleRow.Method method : row.methods()) {
            if (hasCode && method.is(name, descriptor)) {
                if (method.action() == HandleRow.Action.CLOSES) {
                    closing++;
                } else {
                    creating++;
                }
                visitor = new HandleAdvice(visitor, row, method, hasField, access, descriptor);
                advices.add((HandleAdvice) visitor);
            }
        }
        return visitor;
    }

    @Override
    public void visitEnd() {
        if (hasField && row.className().equals(row.owner())) {
            super.visitField(fieldAccess, FIELD, "Ljava/lang/Object;", null, null)
                    .visitEnd();
        }
        super.visitEnd();
    }
}
