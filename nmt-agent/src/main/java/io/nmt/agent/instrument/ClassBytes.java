package io.nmt.agent.instrument;

/** The layout of class files: JVMS 4. */
final class ClassBytes {
    /** The offset of the first constant, behind magic, version and count. */
    static final int POOL = 10;

    // Kinds of constants: JVMS 4.4.
    static final int UTF8 = 1;
    static final int FLOAT = 4;
    static final int LONG = 5;
    static final int DOUBLE = 6;
    static final int CLASS = 7;
    static final int STRING = 8;
    static final int METHOD_HANDLE = 15;
    static final int METHOD_TYPE = 16;
    static final int INVOKE_DYNAMIC = 18;

    private ClassBytes() {}

    /** The offset behind the constants. */
    static int endOfConstants(byte[] type) {
        int at = POOL;
        int count = u2(type, POOL - 2);
        for (int i = 1; i < count; i++) {
            int tag = type[at];
            if (tag == UTF8) {
                at += 3 + (((type[at + 1] & 0xff) << 8) | (type[at + 2] & 0xff));
            } else if (tag == LONG || tag == DOUBLE) {
                at += 9;
                i++; // they count twice
            } else if (tag == METHOD_HANDLE) {
                at += 4;
            } else {
                at += tag == CLASS || tag == STRING || tag == METHOD_TYPE || tag > INVOKE_DYNAMIC ? 3 : 5;
            }
        }
        return at;
    }

    /** The offset of the number of methods, behind the fields. */
    static int endOfFields(byte[] type, int endOfConstants) {
        int at = endOfConstants + 8 + 2 * u2(type, endOfConstants + 6);
        int fields = u2(type, at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = endOfMember(type, at);
        }
        return at;
    }

    /** The offset behind a field or method: access, name, descriptor, attributes (each a name, a length, content). */
    static int endOfMember(byte[] type, int member) {
        int at = member + 8;
        for (int left = ((type[member + 6] & 0xff) << 8) | (type[member + 7] & 0xff); left > 0; left--) {
            at += 6
                    + ((type[at + 2] << 24)
                            | ((type[at + 3] & 0xff) << 16)
                            | ((type[at + 4] & 0xff) << 8)
                            | (type[at + 5] & 0xff));
        }
        return at;
    }

    static int u2(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
    }

    static int putU2(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
        return at + 2;
    }

    static int put(byte[] bytes, int at, byte[] source, int from, int to) {
        System.arraycopy(source, from, bytes, at, to - from);
        return at + to - from;
    }
}
