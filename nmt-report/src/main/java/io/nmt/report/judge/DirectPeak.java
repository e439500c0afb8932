package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.sources.DirectBuffers;

/**
 * The peak of the bytes that count toward {@code -XX:MaxDirectMemorySize}, as far as peaks and the JVM's own count
 * tell: direct buffers, and memory that the running JDK counts beside them. All in bytes. A pure function of a reading.
 */
final class DirectPeak {
    private static final long MIB = 1L << 20;
    private static final double MARGIN_FACTOR = 1.25;
    private static final int FEW_DIVISOR = 20;
    private static final int JDK_FEATURE = Runtime.version().feature();
    private static final int DOES_NOT_COUNT_TEMPORARY = 25;
    private static final int COUNTS_AUTOMATIC_ARENAS = 22;

    private final ResidentReading reading;
    private final DirectBuffers counted;

    DirectPeak(ResidentReading reading) {
        this.reading = reading;
        this.counted = reading.facts().direct();
    }

    /** The peak of tracked direct buffers. */
    long tracked() {
        return peak(Category.DIRECT_BUFFER);
    }

    /** Untracked bytes that the JVM counts now. */
    long untracked() {
        return counted.untrackedBytes();
    }

    /** The peak of tracked memory that counts beside direct buffers; 0 if it is so little that the margin has room. */
    long others() {
        long peaks = (JDK_FEATURE < DOES_NOT_COUNT_TEMPORARY ? peak(Category.NIO_TEMPORARY_BUFFER) : 0)
                + (JDK_FEATURE < COUNTS_AUTOMATIC_ARENAS ? peak(Category.FOREIGN_MEMORY) : 0);
        return peaks > Math.max(MIB, tracked() / FEW_DIVISOR) ? peaks : 0;
    }

    /** All that is known: of buffers that are tracked, of others that are not, and of what else is counted. */
    private long known() {
        return tracked() + others() + untracked();
    }

    /** All that counted. */
    long all() {
        // The few buffers that NIO keeps for its threads are in the count, and in the margin.
        return counted.usedBytes() - known() > Math.max(MIB, known() / FEW_DIVISOR) ? counted.usedBytes() : known();
    }

    /** Counted bytes beside all known ones: memory of arenas, above all of automatic ones. */
    long arenas() {
        return Math.max(0, all() - known());
    }

    /** The peak of arenas that may be automatic, and so count from one JDK on; 0 if it is known that they do not. */
    long arenasThatMayCount() {
        long peak = peak(Category.FOREIGN_MEMORY);
        return JDK_FEATURE >= COUNTS_AUTOMATIC_ARENAS && peak > arenas() ? peak : 0;
    }

    private long peak(Category category) {
        CategoryUsage usage = reading.facts().snapshot().category(category.name());
        return usage.peakCommitted();
    }

    /** The limit that leaves a margin, before it is rounded up. */
    long wantedLimit() {
        return Math.round(all() * MARGIN_FACTOR);
    }
}
