package io.nmt.others;

/**
 * Native memory.
 *
 * @param bytes of it
 * @param blocks of it
 */
record Amount(long bytes, long blocks) {
    static Amount of(int blocks, int bytesEach) {
        return new Amount((long) blocks * bytesEach, blocks);
    }

    /** Parses {@code BYTES/BLOCKS}, or {@code none}. */
    static Amount parse(String text) {
        if (text.equals("none")) {
            return new Amount(0, 0);
        }
        int slash = text.indexOf('/');
        return new Amount(Long.parseLong(text.substring(0, slash)), Long.parseLong(text.substring(slash + 1)));
    }

    Amount plus(Amount other) {
        return new Amount(bytes + other.bytes, blocks + other.blocks);
    }

    Amount minus(Amount other) {
        return new Amount(bytes - other.bytes, blocks - other.blocks);
    }
}
