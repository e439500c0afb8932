package io.nmt.core.internal.sites;

/** Samples that are added up. Not thread-safe. */
final class SampleTotals {
    private long sampledBytes;
    private long bytes;
    private long samples;
    private double count;

    void add(long sampleBytes, double weight) {
        sampledBytes += sampleBytes;
        bytes += Math.round(sampleBytes * weight);
        samples++;
        count += weight;
    }

    void add(SampleTotals other) {
        sampledBytes += other.sampledBytes;
        bytes += other.bytes;
        samples += other.samples;
        count += other.count;
    }

    /** Makes less of what the samples stand for beyond themselves; they are live for sure. */
    void scale(Share share) {
        bytes = bytes(share);
        count = samples + (count - samples) * share.ofCount();
    }

    /** The bytes that the samples have themselves. */
    long sampledBytes() {
        return sampledBytes;
    }

    /** The bytes that they stand for. */
    long bytes() {
        return bytes;
    }

    long bytes(Share share) {
        return share.ofBytes() == 1 ? bytes : sampledBytes + (long) ((bytes - sampledBytes) * share.ofBytes());
    }

    long samples() {
        return samples;
    }

    /** The blocks that they stand for. */
    double count() {
        return count;
    }

    /** The same in whole blocks. */
    long count(Share share) {
        return share.isCountBounded() ? (long) (samples + (count - samples) * share.ofCount()) : Math.round(count);
    }
}
