package io.nmt.agent.instrument;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.jar.asm.ClassReader;

/** The changes that hooks make to a class file, as {@link KnownVersions} reads it. */
final class Difference {
    private Difference() {}

    /**
     * Writes a difference.
     *
     * @param version with the hooks of the rows; null if the class lacks the first of them
     */
    static byte[] of(byte[] type, List<Hook> rows, byte[] version) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        if (version != null) {
            write(type, version, new DataOutputStream(rest));
        }
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(record);
        out.writeInt(4 * Integer.BYTES + rest.size());
        out.writeInt(type.length);
        out.writeInt(KnownVersions.checksum(type, ClassBytes.POOL, ClassBytes.endOfConstants(type)));
        out.writeInt(KnownVersions.numberOf(rows));
        out.writeInt(KnownVersions.checksum(rest.toByteArray(), 0, rest.size()));
        rest.writeTo(out);
        return record.toByteArray();
    }

    /** The class with its methods in the order of their names: the JVM hands them out in another one in each run. */
    static byte[] sorted(byte[] type) {
        int endOfConstants = ClassBytes.endOfConstants(type);
        int methods = ClassBytes.endOfFields(type, endOfConstants) + 2;
        ByteArrayOutputStream sorted = new ByteArrayOutputStream();
        sorted.write(type, 0, methods);
        methods(type, endOfConstants).values().forEach(sorted::writeBytes);
        int written = sorted.size();
        sorted.write(type, written, type.length - written);
        return sorted.toByteArray();
    }

    private static void write(byte[] type, byte[] version, DataOutputStream out) throws IOException {
        int before = ClassBytes.endOfConstants(type);
        int after = ClassBytes.endOfConstants(version);
        if (!Arrays.equals(type, ClassBytes.POOL, before, version, ClassBytes.POOL, before)) {
            throw new IllegalArgumentException("its constants are others");
        }
        out.writeInt(ClassBytes.u2(version, ClassBytes.POOL - 2) - ClassBytes.u2(type, ClassBytes.POOL - 2));
        out.writeInt(after - before);
        out.write(version, before, after - before);
        Map<String, byte[]> methods = methods(type, before);
        Map<String, byte[]> changed = methods(version, after);
        changed.entrySet().removeIf(method -> Arrays.equals(methods.get(method.getKey()), method.getValue()));
        Map<String, byte[]> added = new TreeMap<>(changed);
        added.keySet().removeAll(methods.keySet());
        changed.keySet().removeAll(added.keySet());
        out.writeInt(changed.size());
        for (Map.Entry<String, byte[]> method : changed.entrySet()) {
            byte[] old = methods.get(method.getKey());
            out.write(old, 2, 4); // the constants of name and descriptor
            out.writeInt(KnownVersions.checksum(old, 0, old.length));
            out.writeInt(method.getValue().length);
            out.write(method.getValue());
        }
        out.writeInt(added.size());
        for (byte[] method : added.values()) {
            out.write(method);
        }
    }

    /** By name and descriptor: a changed method may have constants of its own for them. */
    private static Map<String, byte[]> methods(byte[] type, int endOfConstants) {
        Map<String, byte[]> methods = new TreeMap<>();
        ClassReader reader = new ClassReader(type);
        char[] buffer = new char[reader.getMaxStringLength()];
        int at = ClassBytes.endOfFields(type, endOfConstants);
        int left = ClassBytes.u2(type, at);
        for (at += 2; left > 0; left--) {
            int end = ClassBytes.endOfMember(type, at);
            String name = reader.readUTF8(at + 2, buffer).concat(reader.readUTF8(at + 4, buffer));
            methods.put(name, Arrays.copyOfRange(type, at, end));
            at = end;
        }
        return methods;
    }
}
