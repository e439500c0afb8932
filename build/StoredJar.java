import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar without compression. The agent's classes are read while the application waits for its main method:
 * inflating them takes several milliseconds of that, in a JVM that interprets.
 *
 * <p>Argument: the jar. Names, order and times of its entries stay.
 */
final class StoredJar {
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path stored = jar.resolveSibling(jar.getFileName() + ".stored");
        try (ZipFile in = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(stored);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(in.entries())) {
                copy(in, entry, out);
            }
        }
        Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(ZipFile in, ZipEntry entry, ZipOutputStream out) throws IOException {
        byte[] bytes = in.getInputStream(entry).readAllBytes();
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry stored = new ZipEntry(entry.getName());
        stored.setTimeLocal(entry.getTimeLocal());
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(bytes.length);
        stored.setCrc(crc.getValue());
        out.putNextEntry(stored);
        out.write(bytes);
        out.closeEntry();
    }
}
