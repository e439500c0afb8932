package io.nmt.core.rss.verdicts;

import io.nmt.core.rss.ResidentReading;
import io.nmt.core.rss.sources.JvmFigures;

/**
 * How much of the Java heap lives, as far as collections have told.
 *
 * @param bytes at the end of the last collections; 0 if there was none
 * @param notCollectedBytes of these, in an old generation that no collection has covered: garbage or not
 * @param atMost whether garbage may be among the rest, too
 */
record LiveHeap(long bytes, long notCollectedBytes, boolean atMost) {
    /**
     * What a reading tells. More than is in memory cannot live: the rest of a large object's last region counts as
     * used.
     */
    static LiveHeap of(ResidentReading reading) {
        JvmFigures jvm = reading.facts().jvm();
        long most = reading.memory().heapBytes();
        long lived = jvm.heapAfterCollectionBytes();
        if (most == 0 || lived <= most + reading.memory().swappedBytes()) {
            return new LiveHeap(lived, jvm.heapNotCollectedBytes(), jvm.heapAtMost());
        }
        long bound = most + reading.memory().swappedBytes();
        return new LiveHeap(bound, Math.min(bound, jvm.heapNotCollectedBytes()), true);
    }

    /** Whether it is known that so much lived. */
    boolean isExact() {
        return bytes > 0 && notCollectedBytes == 0 && !atMost;
    }

    /** In words. */
    String words() {
        if (bytes == 0) {
            return "no collection has told yet how much of it lives";
        }
        if (notCollectedBytes > 0) {
            return "how much of it lives is not known: no collection has covered the old generation yet, of which "
                    + Judged.format(notCollectedBytes) + " are in use, garbage or not";
        }
        return atMost
                ? "at most " + Judged.format(bytes)
                        + " of it lived at the last collections, which leave garbage in the old generation"
                : Judged.format(bytes) + " lived at the last collections";
    }
}
