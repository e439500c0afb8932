package io.nmt.core.internal.sites;

import java.util.Map;

/** Finds the whole that the samples of a group are a part of. */
public interface Wholes {
    /** Knows none. */
    Wholes UNKNOWN = new Wholes() {
        @Override
        public Whole of(int groupId) {
            return Whole.UNKNOWN;
        }
    };

    /**
     * Finds that of a group.
     *
     * @param groupId of a category, or of a kind of pool
     * @return {@link Whole#UNKNOWN} if nothing is known
     */
    Whole of(int groupId);

    /**
     * Finds those of its threads.
     *
     * @param groupId as above
     * @return by the names of threads; null if they are not known one by one
     */
    default Map<String, Whole> byThread(int groupId) {
        return null;
    }
}
