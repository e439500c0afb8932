package io.nmt.core.internal.origins;

import java.util.Map;

/**
 * Takes a range of addresses out of the mappings that are there: of what reaches into it, the rest stays.
 *
 * <p>Thread-safe, and never waits: not for a thread that was preempted in here, nor for one that an error struck.
 */
public final class MappingCut {
    /*
     * Two threads may unmap different parts of one mapping at once. Each first claims the mapping's entry, by CAS; what
     * is left of the mapping enters the map claimed, the right part before the left one becomes shorter. So a thread
     * that looks for the mapping at any address of it finds an entry at each moment, and if that is claimed, it looks
     * again, some microseconds long. Should it still be claimed then, it steps aside: its part stays on the books until
     * its addresses come back, and counts as untracked.
     *
     * A claim does not outlast the call: the handlers clear it by writes of fields, which call nothing, so that the end
     * of a stack cannot strike them. One that was got for an entry which is not in the map any more is of no use, and
     * does no harm.
     */
    private static final int MOST_LOOKS = 1000;

    private final long address;
    private final long end;
    private final long pageBytes;
    private final Books books;

    private MappingCut(long address, long end, long pageBytes, Books books) {
        this.address = address;
        this.end = end;
        this.pageBytes = pageBytes;
        this.books = books;
    }

    /** Is told what was cut, mapping by mapping, while no other thread changes that mapping. */
    public interface Books {
        /**
         * A mapping has another length, or is new, or gone.
         *
         * @param address where it starts
         * @param bytesBefore its length, 0 if there was none
         * @param bytesAfter its length now, 0 if there is none
         */
        void changed(long address, long bytesBefore, long bytesAfter);

        /** A mapping is as it was, though a part of it should be cut: another thread changes it. */
        void missed();
    }

    /**
     * Cuts.
     *
     * @param address where the range starts, at the start of a page
     * @param end where it ends, at the start of a page
     * @param pageBytes the size of a page
     * @param books is told what was changed
     */
    public static void cut(long address, long end, long pageBytes, Books books) {
        new MappingCut(address, end, pageBytes, books).cut();
    }

    private void cut() {
        long below = end;
        int looks = 0;
        while (true) {
            Map.Entry<Long, Entry> found = Origins.OfMappings.LIVE.lowerEntry(below);
            if (found == null || endOf(found.getKey(), found.getValue()) <= address) {
                // Mappings do not overlap, so none before it does. Unless what was found has just become shorter: what
                // is right of it is there then, but a search that began before may have passed the place.
                if (isSame(found, Origins.OfMappings.LIVE.lowerEntry(below)) || ++looks >= MOST_LOOKS) {
                    return;
                }
            } else if (cut(found.getKey(), found.getValue())) {
                below = found.getKey();
                looks = 0;
            } else if (++looks < MOST_LOOKS) {
                Thread.onSpinWait();
            } else {
                books.missed();
                below = found.getKey();
                looks = 0;
            }
        }
    }

    private static boolean isSame(Map.Entry<Long, Entry> found, Map.Entry<Long, Entry> again) {
        return found == null ? again == null : again != null && found.getValue() == again.getValue();
    }

    private long endOf(long start, Entry mapping) {
        return start + (mapping.bytes + pageBytes - 1) / pageBytes * pageBytes;
    }

    /** Returns false if another thread changes the mapping, or it is not there any more. */
    private boolean cut(long start, Entry mapping) {
        Thread me = Thread.currentThread();
        long leftBytes = Math.max(address - start, 0);
        long rightBytes = endOf(start, mapping) > end ? start + mapping.bytes - end : 0;
        Entry left = null;
        Entry right = null;
        try {
            if (!mapping.claim(me) || Origins.OfMappings.LIVE.get(start) != mapping) {
                return false;
            }
            if (rightBytes != 0) {
                right = mapping.part(rightBytes, me);
                Origins.put(end, right);
            }
            if (leftBytes != 0) {
                left = mapping.part(leftBytes, me);
                Origins.OfMappings.LIVE.replace(start, mapping, left);
            } else {
                Origins.closed(start);
            }
            books.changed(start, mapping.bytes, leftBytes);
            if (rightBytes != 0) {
                books.changed(end, 0, rightBytes);
            }
            return true;
        } finally {
            if (mapping.cutter == me) {
                mapping.cutter = null;
            }
            if (left != null) {
                left.cutter = null;
            }
            if (right != null) {
                right.cutter = null;
            }
        }
    }
}
