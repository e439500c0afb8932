package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.sources.JvmFigures;

/**
 * The live part of the Java heap, as far as collections have told.
 *
 * @param bytes at the end of the last collections; 0 if there was none
 * @param notCollectedBytes of these, in an old generation that no collection has covered: garbage or not
 * @param atMost whether garbage may be among the rest, too
 * @param moreBytes in use now beyond these, allocated since then or moved to where none has looked since: garbage or
 *     not
 */
record LiveHeap(long bytes, long notCollectedBytes, boolean atMost, long moreBytes) {
    private static final int LITTLE_DIVISOR = 10;

    /**
     * The live heap of a reading. It is at most the resident heap: the rest of a large object's last region counts as
     * used.
     */
    static LiveHeap of(ResidentReading reading) {
        JvmFigures jvm = reading.facts().jvm();
        long resident = reading.memory().heapBytes();
        long most = resident == 0 ? Long.MAX_VALUE : resident + reading.memory().swappedBytes();
        long lived = Math.min(most, jvm.heapAfterCollectionBytes());
        return new LiveHeap(
                lived,
                Math.min(most, jvm.heapNotCollectedBytes()),
                jvm.heapAtMost() || lived < jvm.heapAfterCollectionBytes(),
                Math.max(0, Math.min(most, jvm.heapUsedBytes()) - lived));
    }

    /** True if much more may be live than at the last collections. */
    boolean isMuchMoreInUse() {
        return moreBytes > bytes / LITTLE_DIVISOR;
    }

    /** True if much of it is in an old generation that no collection has covered. */
    boolean isMuchNotCollected() {
        return notCollectedBytes > bytes / LITTLE_DIVISOR;
    }

    /** True if the figure is exact. */
    boolean isExact() {
        return bytes > 0 && notCollectedBytes == 0 && !atMost;
    }

    /** The words on memory in use beyond it; empty if that is little, or nothing is known. */
    String moreWords() {
        return bytes > 0 && notCollectedBytes == 0 && isMuchMoreInUse()
                ? LimitText.format(moreBytes) + " more in use, live or garbage"
                : "";
    }

    /** Adds what is known of it to a statement. */
    void addTo(Draft draft) {
        if (bytes == 0 || notCollectedBytes > 0) {
            draft.with(Basis.NOT_COLLECTED_BYTES, notCollectedBytes);
        } else {
            draft.with(atMost ? Basis.LIVED_AT_MOST_BYTES : Basis.LIVED_BYTES, bytes);
            if (isMuchMoreInUse()) {
                draft.with(Basis.IN_USE_MORE_BYTES, moreBytes);
            }
        }
    }

    /** In words. */
    String words() {
        if (bytes == 0) {
            return "no collection yet";
        }
        if (notCollectedBytes > 0) {
            return "no collection of the old generation yet, " + LimitText.format(notCollectedBytes) + " in use there";
        }
        return atMost
                ? "at most " + LimitText.format(bytes)
                        + " live at the last collections, with garbage of the old generation"
                : LimitText.format(bytes) + " live at the last collections";
    }
}
