package io.nmt.cli.export;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * A protobuf message that is written: <a href="https://protobuf.dev/programming-guides/encoding/">encoding</a>. Fields
 * that are 0 or empty are left out, as in proto3, but in lists. Not thread-safe.
 */
final class Protobuf {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int KIND_BITS = 3;
    private static final int SEVEN_BITS = 7;
    private static final int LOW_BITS = 0x7f;
    private static final int MORE = 0x80;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Adds a number of any of the types that are varints and not zigzag. */
    Protobuf number(int field, long value) {
        if (value != 0) {
            key(field, VARINT);
            varint(value);
        }
        return this;
    }

    Protobuf fixed64(int field, long value) {
        if (value != 0) {
            key(field, FIXED64);
            for (int bit = 0; bit < Long.SIZE; bit += Byte.SIZE) {
                out.write((int) (value >>> bit));
            }
        }
        return this;
    }

    /** An element of a list, which may be empty. */
    Protobuf element(int field, String value) {
        return element(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Protobuf text(int field, String value) {
        return value.isEmpty() ? this : element(field, value);
    }

    /** A message of its own, or an element of a list. */
    Protobuf message(int field, Protobuf value) {
        return element(field, value.toBytes());
    }

    Protobuf element(int field, byte[] value) {
        key(field, BYTES);
        varint(value.length);
        out.write(value, 0, value.length);
        return this;
    }

    /** A list of numbers. */
    Protobuf packed(int field, Collection<? extends Number> values) {
        if (!values.isEmpty()) {
            Protobuf list = new Protobuf();
            values.forEach(value -> list.varint(value.longValue()));
            message(field, list);
        }
        return this;
    }

    private void key(int field, int kind) {
        varint(((long) field << KIND_BITS) | kind);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~LOW_BITS) != 0) {
            out.write((int) ((rest & LOW_BITS) | MORE));
            rest >>>= SEVEN_BITS;
        }
        out.write((int) rest);
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
