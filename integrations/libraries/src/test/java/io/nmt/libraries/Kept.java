package io.nmt.libraries;

/**
 * Memory that a library holds until its JVM ends, closed or not.
 *
 * @param category it is in
 * @param blocks how many
 * @param bytes of all of them
 * @param holder the field that holds it
 */
record Kept(String category, long blocks, long bytes, String holder) {
    @Override
    public String toString() {
        return blocks + " blocks of " + category + ", " + bytes + " bytes: " + holder;
    }
}
