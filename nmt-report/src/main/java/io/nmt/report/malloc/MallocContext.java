package io.nmt.report.malloc;

import io.nmt.core.model.Frame;
import java.util.List;

/**
 * Other figures of the process whose {@link MallocProfile} it is.
 *
 * @param inUseBefore bytes of malloc's blocks in use, by malloc's own count, before the time began; -1 if malloc does
 *     not tell
 * @param inUseAfter the same when the time had ended
 * @param memory by how much all of its memory has grown in that time
 * @param handles that are open, by place
 */
public record MallocContext(long inUseBefore, long inUseAfter, Growth memory, List<OpenHandleSite> handles) {
    /** The context of a process without other figures. */
    public static final MallocContext NONE = new MallocContext(-1, -1, List.of());

    /**
     * The growth of the process's memory in the time of the profile. Immutable.
     *
     * @param rssBytes of RSS; {@link #UNKNOWN} if that is not known
     * @param anonymousBytes of anonymous memory; likewise
     * @param allocators libraries that are loaded and have an allocator of their own
     */
    public record Growth(long rssBytes, long anonymousBytes, List<String> allocators) {
        /** A figure that is not known: no process grows by that. */
        public static final long UNKNOWN = Long.MIN_VALUE;

        /** Nothing is known. */
        public static final Growth NONE = new Growth(UNKNOWN, UNKNOWN, List.of());

        /** As it was found: copied. */
        public Growth {
            allocators = List.copyOf(allocators);
        }
    }

    /**
     * The same, where nothing is known of the rest of its memory.
     *
     * @param inUseBefore bytes of malloc's blocks in use; -1 if malloc does not tell
     * @param inUseAfter the same when the time had ended
     * @param handles that are open, by place
     */
    public MallocContext(long inUseBefore, long inUseAfter, List<OpenHandleSite> handles) {
        this(inUseBefore, inUseAfter, Growth.NONE, handles);
    }

    /** As it was found: copied. */
    public MallocContext {
        handles = List.copyOf(handles);
    }

    /**
     * True if malloc's own figures are known.
     *
     * @return false if it does not tell
     */
    public boolean isInUseKnown() {
        return inUseBefore >= 0 && inUseAfter >= 0;
    }

    /** Those of the place that a stack names; null if there are none. */
    OpenHandleSite handlesOf(MallocStack stack) {
        Frame leading = stack.site().leading();
        OpenHandleSite most = null;
        for (OpenHandleSite open : handles) {
            if (leading != null
                    && open.siteClass().equals(leading.className())
                    && open.siteMethod().equals(leading.methodName())
                    && open.line() == leading.line()
                    && (most == null || open.open() > most.open())) {
                most = open;
            }
        }
        return most;
    }
}
