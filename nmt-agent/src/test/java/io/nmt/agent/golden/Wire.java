package io.nmt.agent.golden;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bytes of protobuf as text, a line for each field, by its number. No schema can hide a change. */
public final class Wire {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;

    private Wire() {}

    /** All fields of a message. */
    public static String text(byte[] message) {
        StringBuilder text = new StringBuilder();
        append(text, ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN), "");
        return text.toString();
    }

    private static void append(StringBuilder text, ByteBuffer message, String indent) {
        while (message.hasRemaining()) {
            long tag = varint(message);
            text.append(indent).append(tag >>> 3).append(": ");
            switch ((int) tag & 7) {
                case VARINT -> text.append(varint(message)).append('\n');
                case FIXED_64 -> text.append("fixed ").append(message.getLong()).append('\n');
                case FIXED_32 -> text.append("fixed ").append(message.getInt()).append('\n');
                case BYTES -> {
                    byte[] bytes = new byte[(int) varint(message)];
                    message.get(bytes);
                    appendBytes(text, bytes, indent);
                }
                default -> throw new IllegalArgumentException("a field of type " + (tag & 7));
            }
        }
    }

    private static void appendBytes(StringBuilder text, byte[] bytes, String indent) {
        String asText = new String(bytes, StandardCharsets.UTF_8);
        if (asText.chars().allMatch(c -> c >= ' ' && c != 0xfffd)) {
            text.append('"').append(asText).append("\"\n");
        } else if (isMessage(bytes)) {
            text.append("{\n");
            append(text, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), indent + "  ");
            text.append(indent).append("}\n");
        } else {
            for (byte one : bytes) {
                text.append("%02x ".formatted(one));
            }
            text.append('\n');
        }
    }

    private static boolean isMessage(byte[] bytes) {
        try {
            append(new StringBuilder(), ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), "");
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static long varint(ByteBuffer message) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
