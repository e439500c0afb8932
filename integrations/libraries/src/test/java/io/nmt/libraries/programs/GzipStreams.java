package io.nmt.libraries.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses and decompresses with the JDK's streams, which keep zlib's state in native memory. */
public final class GzipStreams {
    /** Open at the same time. */
    public static final int STREAMS = 8;

    private static final int DATA_BYTES = 4_000_000;

    private GzipStreams() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(GzipStreams::thereAndBack);
    }

    private static String thereAndBack(int leaks) throws Exception {
        byte[] data = Data.compressible(DATA_BYTES);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(data);
        }
        List<GZIPInputStream> streams = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            streams.add(new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        }
        if (leaks == 0) {
            Figures.say("open");
        }
        CRC32 crc = new CRC32();
        for (GZIPInputStream stream : streams) {
            crc.update(stream.readAllBytes());
            stream.close();
        }
        for (int i = 0; i < leaks; i++) {
            Rounds.leak(new Deflater());
        }
        return bytes.size() + " " + crc.getValue();
    }
}
