package io.nmt.it.programs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Something to inflate, and the ways to do it. */
final class Zipped {
    static final byte[] PLAIN =
            "to be or not to be, that is the question".repeat(10).getBytes(StandardCharsets.UTF_8);
    static final byte[] DICTIONARY = "not to be the question".getBytes(StandardCharsets.UTF_8);
    static final byte[] ZLIB = deflate(new Deflater());
    static final byte[] RAW = deflate(new Deflater(Deflater.DEFAULT_COMPRESSION, true));
    static final byte[] WITH_DICTIONARY = deflateWithDictionary();

    private static final int PART = 50;

    private Zipped() {}

    private static byte[] deflateWithDictionary() {
        Deflater deflater = new Deflater();
        deflater.setDictionary(DICTIONARY);
        return deflate(deflater);
    }

    private static byte[] deflate(Deflater deflater) {
        byte[] out = new byte[1000];
        int length = deflateTo(deflater, out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    /** Deflates all of it; returns the length. */
    static int deflateTo(Deflater deflater, byte[] out) {
        deflater.setInput(PLAIN);
        deflater.finish();
        int length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(out, length, out.length - length);
        }
        return length;
    }

    /** In one call, which ends the stream as well. */
    static void inflateAtOnce(Inflater inflater, byte[] zipped) throws DataFormatException {
        byte[] out = new byte[PLAIN.length];
        inflater.setInput(zipped);
        check(inflater.inflate(out) == out.length && Arrays.equals(out, PLAIN) && inflater.finished());
    }

    /** In several calls. */
    static void inflateInParts(Inflater inflater, byte[] zipped) throws DataFormatException {
        byte[] out = new byte[PLAIN.length];
        inflater.setInput(zipped);
        int length = 0;
        while (!inflater.finished()) {
            length += inflater.inflate(out, length, Math.min(PART, out.length - length));
        }
        check(length == out.length && Arrays.equals(out, PLAIN));
    }

    static void check(boolean right) {
        if (!right) {
            throw new IllegalStateException("not as it was zipped");
        }
    }
}
