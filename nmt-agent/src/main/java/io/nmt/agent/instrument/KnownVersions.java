package io.nmt.agent.instrument;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Hooks that were made beforehand, for classes of some builds of this JDK. To make those of one class takes up to five
 * milliseconds in a JVM that interprets; to put in known ones takes none.
 *
 * <p>They count for a class file of the same length, with the same constants and methods to be changed, whatever the
 * order of its methods, which the JVM decides anew in each run. All else, such as a class that another agent has
 * changed, is left to {@link HookingVisitor}. Thread-safe.
 *
 * <pre>
 *     int   bytes that follow
 *     int   the class file's length
 *     int   CRC-32 of its constants
 *     int   number of the rows: {@link #numberOf}
 *     int   CRC-32 of the rest, which is empty if the class has no method for the first of the rows:
 *         int   number of constants that are added
 *         int   their length; they follow
 *         int   number of methods that are changed; for each:
 *             int   constants of name and descriptor, two bytes each
 *             int   CRC-32 of the method
 *             int   the new one's length; it follows
 *         int   number of methods that are added
 *         the added ones
 * </pre>
 */
public final class KnownVersions {
    private static final int BEFORE_REST = 4 * Integer.BYTES;
    private static final int LENGTH_AT = 8; // of a new method, behind the constants and checksum of the old one
    private static final byte[] LACKING = {};

    private static volatile byte[] known; // null if there are none for this JDK

    private final byte[] type;
    private final ByteBuffer all;
    private final int header; // where constants end

    private KnownVersions(byte[] type, byte[] all) {
        this.type = type;
        this.all = ByteBuffer.wrap(all);
        this.header = ClassBytes.endOfConstants(type);
    }

    /**
     * Sets what classes get their hooks from.
     *
     * @param versions for this JDK; null if there are none
     * @param makers gives the boot loader the classes that make others; may run more often than once
     */
    public static void use(byte[] versions, Runnable makers) {
        known = versions;
        HookMakers.definedBy(makers);
    }

    /** A class with the hooks of some rows; empty if it lacks the first of them; null if that is not known. */
    static byte[] of(byte[] type, List<Hook> rows) {
        byte[] versions = known;
        try {
            return versions == null ? null : new KnownVersions(type, versions).with(rows);
        } catch (RuntimeException e) {
            return null; // the agent's jar is damaged
        }
    }

    private byte[] with(List<Hook> rows) {
        int constants = checksum(type, ClassBytes.POOL, header);
        int number = numberOf(rows);
        byte[] version = null;
        for (int at = 0; at < all.limit() && version == null; ) {
            int body = at + Integer.BYTES;
            int end = body + all.getInt(at);
            if (end < body + BEFORE_REST) {
                return null; // damaged
            }
            int rest = body + BEFORE_REST;
            if (all.getInt(body) == type.length
                    && all.getInt(body + 4) == constants
                    && all.getInt(body + 8) == number
                    && all.getInt(body + 12) == checksum(all.array(), rest, end)) {
                version = rest == end ? LACKING : with(rest, end);
            }
            at = end;
        }
        return version;
    }

    /** The class with the constants and methods of a record; null if its own methods are others. */
    private byte[] with(int record, int end) {
        int constants = record + 8;
        int changed = constants + all.getInt(record + 4);
        int[] starts = new int[all.getInt(changed)];
        int[] ends = new int[starts.length];
        int[] changes = new int[starts.length]; // in the order of the class
        int methods = ClassBytes.endOfFields(type, header);
        int count = ClassBytes.u2(type, methods);
        int found = 0;
        int at = methods + 2;
        for (int i = 0; i < count; i++) {
            int next = ClassBytes.endOfMember(type, at);
            int change = changeOf(at, changed);
            if (change > 0) {
                if (all.getInt(change + 4) != checksum(type, at, next)) {
                    return null;
                }
                starts[found] = at;
                ends[found] = next;
                changes[found++] = change;
            }
            at = next;
        }
        if (found < starts.length) {
            return null;
        }
        int added = changed + 4;
        int length = type.length + changed - constants;
        for (int i = 0; i < found; i++) {
            added += LENGTH_AT + 4 + all.getInt(added + LENGTH_AT);
            length += all.getInt(changes[i] + LENGTH_AT) - ends[i] + starts[i];
        }
        byte[] version = new byte[length + end - added - 4];
        int to = ClassBytes.put(version, 0, type, 0, ClassBytes.POOL - 2);
        to = ClassBytes.putU2(version, to, ClassBytes.u2(type, to) + all.getInt(record));
        to = ClassBytes.put(version, to, type, ClassBytes.POOL, header);
        to = ClassBytes.put(version, to, all.array(), constants, changed);
        to = ClassBytes.put(version, to, type, header, methods);
        to = ClassBytes.putU2(version, to, count + all.getInt(added));
        int from = methods + 2;
        for (int i = 0; i < found; i++) {
            to = ClassBytes.put(version, to, type, from, starts[i]);
            int code = changes[i] + LENGTH_AT + 4;
            to = ClassBytes.put(version, to, all.array(), code, code + all.getInt(code - 4));
            from = ends[i];
        }
        to = ClassBytes.put(version, to, type, from, at);
        to = ClassBytes.put(version, to, all.array(), added + 4, end);
        ClassBytes.put(version, to, type, at, type.length);
        return version;
    }

    /** The offset of the change of a method; 0 if it has none. */
    private int changeOf(int method, int changed) {
        int at = changed + 4;
        for (int left = all.getInt(changed); left > 0; left--) {
            if (all.getShort(at) == (short) ClassBytes.u2(type, method + 2)
                    && all.getShort(at + 2) == (short) ClassBytes.u2(type, method + 4)) {
                return at;
            }
            at += LENGTH_AT + 4 + all.getInt(at + LENGTH_AT);
        }
        return 0;
    }

    static int checksum(byte[] bytes, int from, int to) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, from, to - from);
        return (int) checksum.getValue();
    }

    /** A number that changes with what the rows put where. */
    static int numberOf(List<Hook> rows) {
        int number = 1;
        for (Hook row : rows) {
            number = 31 * number + row.method().hashCode();
            number = 31 * number + row.category().id();
            number = 31 * number + row.kind().name().hashCode();
        }
        return number;
    }
}
