package io.nmt.report.malloc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A heap profile of jemalloc, in its text format: of each stack how many of its sampled blocks are live, and their
 * bytes. A block of s bytes is sampled with the probability 1 - e^(-s / rate).
 *
 * <pre>
 *     heap_v2/524288                      the rate, in bytes
 *       t*: 28106: 56637512 [0: 0]        all blocks; behind t1, t2, ... those of single threads
 *     &#64; 0x5f86da8 0x5f5a1dc ...           a stack of return addresses, the innermost first
 *       t*: 13: 6688 [0: 0]               blocks and bytes of it
 *     MAPPED_LIBRARIES:
 *     ...                                 as /proc/PID/maps
 * </pre>
 *
 * @see <a href="https://jemalloc.net/jemalloc.3.html#heap_profile_format">jemalloc(3), heap profile format</a>
 */
public final class JemallocHeap {
    private static final String HEADER = "heap_v2/";
    private static final String STACK = "@ ";
    private static final String ALL_THREADS = "t*: ";
    private static final String MAPPINGS = "MAPPED_LIBRARIES:";
    private static final int HEX = 16;

    private final long rateBytes;
    private final Map<List<Long>, Live> stacks = new HashMap<>();
    private final List<Mapping> mappings = new ArrayList<>();

    /**
     * Sampled blocks that are live.
     *
     * @param blocks of them
     * @param bytes of these
     */
    record Live(long blocks, long bytes) {}

    /**
     * A part of a file that is mapped.
     *
     * @param start first address
     * @param end address behind it
     * @param offset in the file
     * @param path of the file
     */
    record Mapping(long start, long end, long offset, String path) {}

    private JemallocHeap(long rateBytes) {
        this.rateBytes = rateBytes;
    }

    /**
     * Reads one.
     *
     * @param in its text
     * @return what it has
     * @throws IOException if it cannot be read, or is none
     */
    public static JemallocHeap read(BufferedReader in) throws IOException {
        String header = in.readLine();
        if (header == null || !header.startsWith(HEADER)) {
            throw new IOException("it is no heap profile of jemalloc, version 2");
        }
        try {
            JemallocHeap heap = new JemallocHeap(Long.parseLong(header.substring(HEADER.length())));
            List<Long> stack = null;
            boolean mapped = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String text = line.strip();
                if (mapped) {
                    heap.addMapping(text);
                } else if (text.startsWith(STACK)) {
                    stack = addresses(text.substring(STACK.length()));
                } else if (text.startsWith(ALL_THREADS) && stack != null) {
                    heap.stacks.put(stack, live(text));
                } else {
                    mapped = text.equals(MAPPINGS);
                }
            }
            return heap;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("the heap profile of jemalloc is damaged", e);
        }
    }

    private static List<Long> addresses(String text) {
        List<Long> addresses = new ArrayList<>();
        for (String word : text.split(" ")) {
            addresses.add(Long.parseUnsignedLong(word.substring(2), HEX));
        }
        return addresses;
    }

    private static Live live(String text) {
        String[] words = text.split("[: ]+");
        Live live = new Live(Long.parseLong(words[1]), Long.parseLong(words[2]));
        if (live.blocks < 0 || live.bytes < 0) {
            throw new NumberFormatException(text);
        }
        return live;
    }

    private void addMapping(String text) {
        String[] words = text.split(" +", 6);
        if (words.length == 6 && words[5].startsWith("/")) {
            int dash = words[0].indexOf('-');
            mappings.add(new Mapping(
                    Long.parseUnsignedLong(words[0].substring(0, dash), HEX),
                    Long.parseUnsignedLong(words[0].substring(dash + 1), HEX),
                    Long.parseUnsignedLong(words[2], HEX),
                    Path.of(words[5]).toString()));
        }
    }

    /** The mean bytes between two samples. */
    long rateBytes() {
        return rateBytes;
    }

    /** By stack. */
    Map<List<Long>, Live> stacks() {
        return stacks;
    }

    /** The file that an address is in; null if none is. */
    Mapping mappingOf(long address) {
        for (Mapping mapping : mappings) {
            if (mapping.start <= address && address < mapping.end) {
                return mapping;
            }
        }
        return null;
    }

    /** The number of blocks that a sampled one of that many bytes stands for, itself included. */
    double scale(double bytes) {
        return 1 / -Math.expm1(-bytes / Math.max(1, rateBytes));
    }
}
