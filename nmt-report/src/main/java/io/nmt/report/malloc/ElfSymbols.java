package io.nmt.report.malloc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The functions of an ELF file of 64 bits, by where they begin: of its symbol table, or if that was stripped, of those
 * that it exports.
 *
 * @see <a href="https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html">System V ABI, chapters 4 and 5</a>
 */
public final class ElfSymbols {
    private static final int MAGIC = 0x464c457f;
    private static final int CLASS_64_LITTLE_ENDIAN = 0x0102;
    private static final int SYMBOL_TABLE = 2;
    private static final int DYNAMIC_SYMBOLS = 11;
    private static final int SYMBOL_BYTES = 24;
    private static final int FUNCTION = 2;
    private static final int LOADED = 1;
    private static final int TYPE_MASK = 15;

    private final TreeMap<Long, Function> functions = new TreeMap<>();
    private final Set<String> names = new HashSet<>();
    private final TreeMap<Long, long[]> segments = new TreeMap<>();

    private record Function(long bytes, String name) {}

    private ElfSymbols() {}

    /**
     * True if a library has functions of its own in place of the C library's {@code malloc} and {@code free}.
     *
     * @param file of the library
     * @return false also if it cannot be read
     */
    public static boolean exportMalloc(Path file) {
        return exported(file).containsAll(List.of("malloc", "free"));
    }

    /**
     * The functions that a library exports.
     *
     * @param file of the library
     * @return their names; none if it cannot be read
     */
    public static Set<String> exported(Path file) {
        ElfSymbols symbols = new ElfSymbols();
        symbols.read(file, DYNAMIC_SYMBOLS);
        return symbols.names;
    }

    /**
     * True if a file is whole: no part that would be mapped is beyond its end.
     *
     * @param elf the file
     * @return false also if it is no ELF file of 64 bits
     */
    public static boolean isWhole(ByteBuffer elf) {
        try {
            ByteBuffer file = elf.order(ByteOrder.LITTLE_ENDIAN);
            boolean whole = file.getInt(0) == MAGIC
                    && file.getShort(4) == CLASS_64_LITTLE_ENDIAN
                    && file.getLong(0x28) + (long) file.getShort(0x3a) * file.getShort(0x3c) <= file.capacity();
            for (int i = 0; whole && i < file.getShort(0x38); i++) {
                int at = (int) file.getLong(0x20) + i * file.getShort(0x36);
                whole = file.getInt(at) != LOADED || file.getLong(at + 8) + file.getLong(at + 32) <= file.capacity();
            }
            return whole;
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    /** Those of a file; none if it is not such a file. */
    static ElfSymbols of(Path file) {
        ElfSymbols symbols = new ElfSymbols();
        symbols.read(file, SYMBOL_TABLE);
        if (symbols.functions.isEmpty()) {
            symbols.read(file, DYNAMIC_SYMBOLS);
        }
        return symbols;
    }

    private void read(Path file, int table) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer elf = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                    .order(ByteOrder.LITTLE_ENDIAN);
            if (elf.getInt(0) == MAGIC && elf.getShort(4) == CLASS_64_LITTLE_ENDIAN) {
                readSegments(elf);
                readSection(elf, table);
            }
        } catch (IOException | RuntimeException e) {
            // What is read by then is right; the rest has no names.
        }
    }

    private void readSegments(ByteBuffer elf) {
        int headers = elf.getShort(0x38);
        for (int i = 0; i < headers; i++) {
            int at = (int) elf.getLong(0x20) + i * elf.getShort(0x36);
            if (elf.getInt(at) == LOADED) {
                segments.put(elf.getLong(at + 8), new long[] {elf.getLong(at + 16), elf.getLong(at + 32)});
            }
        }
    }

    private void readSection(ByteBuffer elf, int type) {
        long table = elf.getLong(0x28);
        int size = elf.getShort(0x3a);
        for (int i = 0; i < elf.getShort(0x3c); i++) {
            int section = (int) table + i * size;
            if (elf.getInt(section + 4) == type) {
                int strings = (int) elf.getLong((int) table + elf.getInt(section + 40) * size + 24);
                int start = (int) elf.getLong(section + 24);
                long bytes = elf.getLong(section + 32);
                for (int at = start; at < start + bytes; at += SYMBOL_BYTES) {
                    if ((elf.get(at + 4) & TYPE_MASK) == FUNCTION && elf.getLong(at + 8) != 0) {
                        String name = text(elf, strings + elf.getInt(at));
                        functions.put(elf.getLong(at + 8), new Function(elf.getLong(at + 16), name));
                        names.add(name); // of one function there may be several
                    }
                }
            }
        }
    }

    private static String text(ByteBuffer elf, int start) {
        int end = start;
        while (elf.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - start];
        elf.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The function that a place in the file is in; empty if that is not known, as of one that is not exported. */
    String at(long offset) {
        Map.Entry<Long, long[]> segment = segments.floorEntry(offset);
        if (segment == null || offset >= segment.getKey() + segment.getValue()[1]) {
            return "";
        }
        long address = offset - segment.getKey() + segment.getValue()[0];
        Map.Entry<Long, Function> function = functions.floorEntry(address);
        boolean inside = function != null && address < function.getKey() + function.getValue().bytes;
        return inside ? function.getValue().name : "";
    }
}
