package io.nmt.it.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Typical uses of zipped data, and their results; with an argument also the tracker's figures. */
public final class ZipFiles {
    private static final int ENTRIES = 20;

    private ZipFiles() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Figures.say("begin");
        }
        gzip();
        deflaterInput();
        Path file = Files.createTempFile("nmt", ".jar");
        try {
            zip(file);
            try (ZipFile zip = new ZipFile(file.toFile())) {
                unzip(zip);
                if (arguments.length > 0) {
                    Figures.say("zip file open");
                }
            }
            jarFile(file);
        } finally {
            Files.delete(file);
        }
        errors();
        if (arguments.length > 0) {
            Figures.say("closed");
        }
    }

    private static byte[] data(int bytes) {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        for (int i = 0; i < bytes; i += 3) {
            data[i] = 0;
        }
        return data;
    }

    private static void tell(String what, byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        Talk.say(what + " " + bytes.length + " " + crc.getValue());
    }

    private static void gzip() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            out.write(data(1_000_000));
        }
        tell("gzip", zipped.toByteArray());
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped.toByteArray()))) {
            tell("gunzip", in.readAllBytes());
        }
    }

    private static void deflaterInput() throws IOException {
        try (InputStream in = new DeflaterInputStream(new ByteArrayInputStream(data(10_000)))) {
            byte[] zipped = in.readAllBytes();
            tell("deflate", zipped);
            try (InputStream back = new InflaterInputStream(new ByteArrayInputStream(zipped))) {
                tell("inflate", back.readAllBytes());
            }
        }
    }

    private static void zip(Path file) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < ENTRIES; i++) {
                ZipEntry entry = new ZipEntry("entry " + i);
                entry.setTime(0);
                out.setLevel(i % 10);
                out.putNextEntry(entry);
                out.write(data(1000 * i));
                out.closeEntry();
            }
        }
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                tell("streamed " + entry.getName(), in.readAllBytes());
            }
        }
    }

    private static void unzip(ZipFile zip) throws IOException {
        for (ZipEntry entry : Collections.list(zip.entries())) {
            try (InputStream in = zip.getInputStream(entry)) {
                tell("read " + entry.getName() + " " + entry.getCompressedSize(), in.readAllBytes());
            }
        }
    }

    private static void jarFile(Path file) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("entry"));
            out.write(data(77_777));
        }
        try (JarFile jar = new JarFile(file.toFile());
                InputStream in = jar.getInputStream(jar.getEntry("entry"))) {
            tell("jar", in.readAllBytes());
        }
    }

    /** Wrong use fails as ever. */
    private static void errors() {
        Inflater inflater = new Inflater();
        inflater.setInput(new byte[] {1, 2, 3});
        try {
            inflater.inflate(new byte[10]);
        } catch (DataFormatException e) {
            Talk.say("no zlib stream: " + e.getMessage());
        }
        try {
            inflater.setDictionary(new byte[10]);
        } catch (IllegalArgumentException e) {
            Talk.say("dictionary: " + e.getMessage());
        }
        inflater.end();
        try {
            inflater.inflate(new byte[10]);
        } catch (RuntimeException | DataFormatException e) {
            Talk.say("ended: " + e);
        }
        Deflater deflater = new Deflater();
        deflater.end();
        try {
            deflater.deflate(new byte[10]);
        } catch (RuntimeException e) {
            Talk.say("ended: " + e);
        }
    }
}
