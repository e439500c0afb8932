package io.nmt.it.programs;

import com.sun.jna.Native;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compares the estimate of zlib streams with what glibc's malloc gave for them. */
public final class ZipMalloc {
    private static final JnaMemory.LibC C = Native.load("c", JnaMemory.LibC.class);
    private static final int INFLATERS = 500;
    private static final int DEFLATERS = 50;

    private ZipMalloc() {}

    @FunctionalInterface
    private interface InflaterState {
        void bring(Inflater inflater) throws DataFormatException;
    }

    @FunctionalInterface
    private interface DeflaterState {
        void bring(Deflater deflater);
    }

    private static long mallocBytes() {
        return C.mallinfo2().inUse();
    }

    private static long nmtBytes() {
        return NativeMemory.snapshot().category(Category.ZIP.name()).committed();
    }

    public static void main(String[] arguments) throws DataFormatException {
        try {
            mallocBytes();
        } catch (UnsatisfiedLinkError e) {
            Talk.say("no mallinfo2");
            return;
        }
        // The first round loads what it takes, and fills glibc's caches.
        for (int round = 0; round < 2; round++) {
            boolean tell = round > 0;
            inflaters(tell, "new", false, inflater -> {});
            inflaters(tell, "in parts", false, inflater -> Zipped.inflateInParts(inflater, Zipped.ZLIB));
            inflaters(tell, "in parts, reset", false, inflater -> {
                Zipped.inflateInParts(inflater, Zipped.ZLIB);
                inflater.reset();
            });
            inflaters(tell, "at once", false, inflater -> Zipped.inflateAtOnce(inflater, Zipped.ZLIB));
            inflaters(tell, "at once twice", false, inflater -> {
                Zipped.inflateAtOnce(inflater, Zipped.ZLIB);
                inflater.reset();
                Zipped.inflateAtOnce(inflater, Zipped.ZLIB);
            });
            inflaters(tell, "wrong checksum", false, ZipMalloc::inflateWrong);
            inflaters(tell, "checksum missing", false, inflater -> {
                inflater.setInput(Zipped.ZLIB, 0, Zipped.ZLIB.length - 1);
                inflater.inflate(new byte[Zipped.PLAIN.length]);
            });
            inflaters(tell, "header only", false, inflater -> {
                inflater.setInput(Zipped.ZLIB, 0, 2);
                Zipped.check(inflater.inflate(new byte[10]) == 0);
            });
            inflaters(tell, "dictionary needed", false, inflater -> {
                inflater.setInput(Zipped.WITH_DICTIONARY);
                Zipped.check(inflater.inflate(new byte[10]) == 0 && inflater.needsDictionary());
            });
            inflaters(tell, "dictionary set", false, inflater -> {
                inflater.setInput(Zipped.WITH_DICTIONARY);
                inflater.inflate(new byte[10]);
                inflater.setDictionary(Zipped.DICTIONARY);
            });
            inflaters(tell, "raw, new", true, inflater -> {});
            inflaters(tell, "raw, at once", true, inflater -> Zipped.inflateAtOnce(inflater, Zipped.RAW));
            inflaters(
                    tell,
                    "raw, dictionary set",
                    true,
                    inflater -> inflater.setDictionary(ByteBuffer.allocateDirect(10)));
            for (boolean directIn : new boolean[] {false, true}) {
                for (boolean directOut : new boolean[] {false, true}) {
                    inflaters(tell, "buffers, direct " + directIn + " " + directOut, false, inflater -> {
                        inflater.setInput(buffer(directIn, Zipped.ZLIB.length)
                                .put(Zipped.ZLIB)
                                .flip());
                        Zipped.check(inflater.inflate(buffer(directOut, 10)) == 10);
                    });
                }
            }
            deflaters(tell, "new", false, deflater -> {});
            deflaters(tell, "raw, new", true, deflater -> {});
            deflaters(tell, "used", false, deflater -> Zipped.deflateTo(deflater, new byte[1000]));
            deflaters(tell, "reset, set", false, deflater -> {
                Zipped.deflateTo(deflater, new byte[1000]);
                deflater.reset();
                deflater.setDictionary(Zipped.DICTIONARY);
                deflater.setLevel(Deflater.BEST_SPEED);
                deflater.setStrategy(Deflater.FILTERED);
                Zipped.deflateTo(deflater, new byte[1000]);
            });
        }
    }

    private static ByteBuffer buffer(boolean direct, int capacity) {
        return direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
    }

    private static void inflateWrong(Inflater inflater) {
        byte[] wrong = Zipped.ZLIB.clone();
        wrong[wrong.length - 1] ^= 1;
        inflater.setInput(wrong);
        try {
            inflater.inflate(new byte[Zipped.PLAIN.length]);
            Zipped.check(false);
        } catch (DataFormatException e) {
            // as expected
        }
    }

    private static void inflaters(boolean tell, String label, boolean raw, InflaterState state)
            throws DataFormatException {
        Inflater[] inflaters = new Inflater[INFLATERS];
        long malloc = mallocBytes();
        long nmt = nmtBytes();
        for (int i = 0; i < INFLATERS; i++) {
            inflaters[i] = new Inflater(raw);
            state.bring(inflaters[i]);
        }
        tell(tell, "Inflater, " + label, malloc, nmt, INFLATERS);
        for (Inflater inflater : inflaters) {
            inflater.end();
        }
    }

    private static void deflaters(boolean tell, String label, boolean raw, DeflaterState state) {
        Deflater[] deflaters = new Deflater[DEFLATERS];
        long malloc = mallocBytes();
        long nmt = nmtBytes();
        for (int i = 0; i < DEFLATERS; i++) {
            deflaters[i] = new Deflater(i % 10, raw);
            state.bring(deflaters[i]);
        }
        tell(tell, "Deflater, " + label, malloc, nmt, DEFLATERS);
        for (Deflater deflater : deflaters) {
            deflater.end();
        }
    }

    private static void tell(boolean tell, String label, long malloc, long nmt, int streams) {
        long mallocGrowth = mallocBytes() - malloc;
        long nmtGrowth = nmtBytes() - nmt;
        if (tell) {
            Talk.say("stream|" + label + "|" + mallocGrowth / streams + "|" + nmtGrowth / streams);
        }
    }
}
