package io.nmt.report.model;

import java.util.Comparator;
import java.util.List;

/**
 * The JVM's own memory of a process: compiled code, compilers, interned strings, symbols, the collector. Immutable.
 *
 * @param segments of the code cache
 * @param packages whose methods are compiled, those with most bytes first; empty if it was not asked
 * @param otherPackages the sum of those that are not listed
 * @param queued methods that wait for a compiler; {@link Statement#UNKNOWN} if unknown
 * @param compilerBytes that compilers have now; {@link Statement#UNKNOWN} if the JVM does not count them
 * @param compilerPeak the most memory that compiling a method took; null if the JVM does not count it
 * @param strings interned strings; null if unknown
 * @param symbols names in class files; null if unknown
 * @param collector its name, threads and regions, as it calls them; empty if unknown
 * @param structures of the collector
 */
public record JvmReading(
        List<CodeSegment> segments,
        List<CompiledPackage> packages,
        CompiledPackage otherPackages,
        long queued,
        long compilerBytes,
        CompilerPeak compilerPeak,
        Entries strings,
        Entries symbols,
        String collector,
        List<Structure> structures) {
    /** Nothing is known. */
    public static final JvmReading UNKNOWN = new JvmReading(
            List.of(),
            List.of(),
            new CompiledPackage("", 0, 0),
            Statement.UNKNOWN,
            Statement.UNKNOWN,
            null,
            null,
            null,
            "",
            List.of());

    /** As it was read: copied. */
    public JvmReading {
        segments = List.copyOf(segments);
        packages = List.copyOf(packages);
        structures = List.copyOf(structures);
    }

    /**
     * A segment of the code cache.
     *
     * @param name such as {@code non-profiled nmethods}
     * @param limitBytes that it may have; {@link Statement#UNKNOWN} if unknown
     * @param usedBytes now
     * @param peakBytes the most that was used
     */
    public record CodeSegment(String name, long limitBytes, long usedBytes, long peakBytes) {}

    /**
     * The compiled methods of a package.
     *
     * @param name of the package
     * @param methods compiled, each once for each version
     * @param bytes of their code
     */
    public record CompiledPackage(String name, long methods, long bytes) {
        /**
         * The sum with another.
         *
         * @param more methods
         * @param moreBytes of these
         * @return with the same name
         */
        public CompiledPackage plus(long more, long moreBytes) {
            return new CompiledPackage(name, methods + more, bytes + moreBytes);
        }
    }

    /**
     * The most memory that a compiler took.
     *
     * @param bytes at its peak
     * @param method that was compiled
     */
    public record CompilerPeak(long bytes, String method) {}

    /**
     * A table of the JVM.
     *
     * @param count of its entries; {@link Statement#UNKNOWN} if unknown
     * @param tableBytes of the table, from malloc
     * @param contentBytes of what is in it: of strings in the Java heap, of symbols from malloc
     */
    public record Entries(long count, long tableBytes, long contentBytes) {
        /** RSS of two million strings: a node and a handle of each, as malloc rounds them, and a bucket. */
        public static final long BYTES_PER_STRING = 43;

        /**
         * Both together.
         *
         * @return bytes
         */
        public long bytes() {
            return tableBytes + contentBytes;
        }

        /**
         * The part of interned strings that is not in the Java heap: an estimate by their number.
         *
         * @return bytes from malloc; all where the number is unknown
         */
        public long bytesBesideHeap() {
            return count < 0 ? bytes() : Math.min(bytes(), BYTES_PER_STRING * count);
        }
    }

    /**
     * A table or set that a collector keeps of the heap.
     *
     * @param name of it
     * @param bytes it has
     * @param reservedBytes the addresses for a heap of full size; {@link Statement#UNKNOWN} where none are reserved
     * @param accuracy of its bytes
     */
    public record Structure(String name, long bytes, long reservedBytes, Accuracy accuracy) {}

    /**
     * The used bytes of the code cache.
     *
     * @return the sum of its segments
     */
    public long codeBytes() {
        return segments.stream().mapToLong(CodeSegment::usedBytes).sum();
    }

    /**
     * The bytes of the collector's structures.
     *
     * @return their sum
     */
    public long collectorBytes() {
        return structures.stream().mapToLong(Structure::bytes).sum();
    }

    /**
     * The accuracy of {@link #collectorBytes}.
     *
     * @return that of the structure that is known least; {@link Accuracy#UNKNOWN} without structures
     */
    public Accuracy collectorAccuracy() {
        return structures.stream()
                .map(Structure::accuracy)
                .max(Comparator.naturalOrder())
                .orElse(Accuracy.UNKNOWN);
    }
}
