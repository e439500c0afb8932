package io.nmt.agent.instrument;

import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A class file of which some methods are written anew and all else is copied. ASM would read and write all of it, which
 * for {@code Unsafe} and its thousand methods takes milliseconds at start.
 *
 * <pre>
 *     class file          to be read        written           result
 *     constants 1..n-1    the same          n-1 stand-ins     the same
 *                                           new constants     new constants
 *     fields              none              none              the same
 *     methods             those of hooks    new methods       the others, new methods
 *     attributes          none              none              the same
 * </pre>
 *
 * The stand-ins make new constants begin at n. No code can have a constant that is equal to one of them.
 */
final class ClassSplice {
    private static final int EMPTY_CLASS = 14; // access, class, superclass, interfaces, fields, methods, attributes

    private static final int FEW_METHODS = 8;

    // As a double and, its first half, as a float: not a number, by bits that no compiler writes.
    private static final byte[] NO_NUMBER = {0x7f, (byte) 0xf8, 'n', 'm', 't', '$', 0, 0};

    private final byte[] type;
    private final List<Hook> hooks;
    private final boolean[] isNameOfHook;
    private final long nameLengths; // a bit for each
    private int[] starts = new int[FEW_METHODS]; // of the methods that are written anew
    private int[] ends = new int[FEW_METHODS];
    private int selectedCount;
    private int code; // the constant that is the name of code
    private boolean codeIsSeen;
    private int header; // where constants end
    private int fields;
    private int methods;
    private int attributes;
    private int standInBytes;

    private ClassSplice(byte[] type, List<Hook> hooks) {
        this.type = type;
        this.hooks = hooks;
        this.isNameOfHook = new boolean[ClassBytes.u2(type, ClassBytes.POOL - 2)];
        long lengths = 0;
        for (Hook hook : hooks) {
            lengths |= 1L << hook.methodName().length();
        }
        this.nameLengths = lengths;
    }

    /**
     * Reads a class file.
     *
     * @param hooks the rows for it
     * @return null if it is to be written as a whole: hooks may be in each method, or constants refer to an attribute
     */
    static ClassSplice of(byte[] type, List<Hook> hooks) {
        for (Hook hook : hooks) {
            if (hook.method().equals("*")) {
                return null;
            }
        }
        ClassSplice splice = new ClassSplice(type, hooks);
        if (!splice.readConstants()) {
            return null;
        }
        splice.readMembers();
        return splice;
    }

    /** A reader of the methods to be written anew. */
    ClassReader reader() {
        int length = fields + 6;
        for (int i = 0; i < selectedCount; i++) {
            length += ends[i] - starts[i];
        }
        byte[] bytes = new byte[length];
        System.arraycopy(type, 0, bytes, 0, fields);
        int at = ClassBytes.putU2(bytes, fields + 2, selectedCount);
        for (int i = 0; i < selectedCount; i++) {
            at = ClassBytes.put(bytes, at, type, starts[i], ends[i]);
        }
        return new ClassReader(bytes);
    }

    /** A writer of new methods, for what {@link #reader} reads. */
    ClassWriter writer() {
        int constants = isNameOfHook.length - 1;
        standInBytes = constants / 2 * 9 + constants % 2 * 5;
        byte[] standIns = new byte[ClassBytes.POOL + standInBytes + EMPTY_CLASS];
        System.arraycopy(type, 0, standIns, 0, ClassBytes.POOL);
        int at = ClassBytes.POOL;
        for (int i = 0; i < constants / 2; i++, at += 9) {
            standIns[at] = ClassBytes.DOUBLE;
            System.arraycopy(NO_NUMBER, 0, standIns, at + 1, NO_NUMBER.length);
        }
        if (constants % 2 == 1) {
            standIns[at] = ClassBytes.FLOAT;
            System.arraycopy(NO_NUMBER, 0, standIns, at + 1, Float.BYTES);
        }
        return new ClassWriter(new ClassReader(standIns), 0);
    }

    /**
     * The class file with the new methods.
     *
     * @param written by {@link #writer}
     */
    byte[] with(byte[] written) {
        int writtenHeader = new ClassReader(written).header;
        int writtenMethods = writtenHeader + 10 + 2 * ClassBytes.u2(written, writtenHeader + 6);
        int writtenEnd = written.length - 2; // it has no attributes
        int length = type.length + writtenHeader - ClassBytes.POOL - standInBytes + writtenEnd - writtenMethods - 2;
        for (int i = 0; i < selectedCount; i++) {
            length -= ends[i] - starts[i];
        }
        byte[] bytes = new byte[length];
        int at = ClassBytes.put(bytes, 0, type, 0, ClassBytes.POOL - 2);
        at = ClassBytes.put(bytes, at, written, ClassBytes.POOL - 2, ClassBytes.POOL);
        at = ClassBytes.put(bytes, at, type, ClassBytes.POOL, header);
        at = ClassBytes.put(bytes, at, written, ClassBytes.POOL + standInBytes, writtenHeader);
        at = ClassBytes.put(bytes, at, type, header, methods);
        at = ClassBytes.putU2(
                bytes, at, ClassBytes.u2(type, methods) - selectedCount + ClassBytes.u2(written, writtenMethods));
        int from = methods + 2;
        for (int i = 0; i < selectedCount; i++) {
            at = ClassBytes.put(bytes, at, type, from, starts[i]);
            from = ends[i];
        }
        at = ClassBytes.put(bytes, at, type, from, attributes);
        at = ClassBytes.put(bytes, at, written, writtenMethods + 2, writtenEnd);
        ClassBytes.put(bytes, at, type, attributes, type.length);
        return bytes;
    }

    /** Finds the names of the hooks. Returns false if there are constants that refer to an attribute. */
    private boolean readConstants() {
        int at = ClassBytes.POOL;
        for (int i = 1; i < isNameOfHook.length; i++) {
            int tag = type[at];
            if (tag == ClassBytes.UTF8) {
                int length = ((type[at + 1] & 0xff) << 8) | (type[at + 2] & 0xff);
                if (length < Long.SIZE && (nameLengths >> length & 1) != 0) {
                    isNameOfHook[i] = isNameOfHook(at + 3, length);
                }
                if (length == 4 && isCode(at + 3)) {
                    code = i;
                }
                at += 3 + length;
            } else if (tag == ClassBytes.LONG || tag == ClassBytes.DOUBLE) {
                at += 9;
                i++; // they count twice
            } else if (tag >= ClassBytes.METHOD_HANDLE && tag <= ClassBytes.INVOKE_DYNAMIC) {
                return false;
            } else {
                at += tag == ClassBytes.CLASS || tag == ClassBytes.STRING ? 3 : 5;
            }
        }
        header = at;
        fields = header + 8 + 2 * ClassBytes.u2(type, header + 6);
        return true;
    }

    private boolean isCode(int at) {
        return type[at] == 'C' && type[at + 1] == 'o' && type[at + 2] == 'd' && type[at + 3] == 'e';
    }

    private boolean isNameOfHook(int at, int length) {
        for (Hook hook : hooks) {
            if (hook.hasMethodName(type, at, length)) {
                return true;
            }
        }
        return false;
    }

    private void readMembers() {
        methods = fields + 2;
        for (int left = ClassBytes.u2(type, fields); left > 0; left--) {
            methods = endOfMember(methods);
        }
        int at = methods + 2;
        for (int left = ClassBytes.u2(type, methods); left > 0; left--) {
            codeIsSeen = false;
            int end = endOfMember(at);
            if (isNameOfHook[ClassBytes.u2(type, at + 2)] || (codeIsSeen && isCodeless(at))) {
                if (selectedCount == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * selectedCount);
                    ends = Arrays.copyOf(ends, 2 * selectedCount);
                }
                starts[selectedCount] = at;
                ends[selectedCount++] = end;
            }
            at = end;
        }
        attributes = at;
    }

    /** True if {@link CodelessMethod} leaves out its code. */
    private boolean isCodeless(int method) {
        return (ClassBytes.u2(type, method) & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0;
    }

    /**
     * A field or method: access, name, descriptor, and a number of attributes: name, length, content. It calls nothing,
     * since after some thousand calls the JVM would compile that.
     */
    private int endOfMember(int member) {
        byte[] bytes = type;
        int at = member + 8;
        for (int left = ((bytes[member + 6] & 0xff) << 8) | (bytes[member + 7] & 0xff); left > 0; left--) {
            codeIsSeen |= (((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff)) == code;
            at += 6
                    + ((bytes[at + 2] << 24)
                            | ((bytes[at + 3] & 0xff) << 16)
                            | ((bytes[at + 4] & 0xff) << 8)
                            | (bytes[at + 5] & 0xff));
        }
        return at;
    }
}
