package io.nmt.report.malloc;

/**
 * A frame of native code.
 *
 * @param library the file that the code is in, such as {@code librocksdbjni.so}: without its directory, and without
 *     digits that make the name of an extracted file unique
 * @param symbol the function, demangled; empty if it has no symbol
 */
public record NativeFrame(String library, String symbol) {
    /** For example {@code librocksdbjni.so: rocksdb::DB::Open}. */
    @Override
    public String toString() {
        return symbol.isEmpty() ? library : library + ": " + symbol;
    }
}
