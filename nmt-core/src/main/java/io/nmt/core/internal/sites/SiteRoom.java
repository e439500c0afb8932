package io.nmt.core.internal.sites;

import io.nmt.core.model.Frame;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of Java heap that call sites take, at most {@code 1 / } {@value #SHARE_OF_HEAP} of its limit for all tables
 * of the process. Bytes are those of objects with compressed references, in a JVM without options for their layout.
 * Thread-safe.
 */
final class SiteRoom {
    /** The room of all tables of this process. */
    static final SiteRoom OF_PROCESS = new SiteRoom(Runtime.getRuntime().maxMemory() / SiteRoom.SHARE_OF_HEAP);

    static final int SHARE_OF_HEAP = 16;

    private static final int REFERENCE_BYTES = 4;
    private static final int ARRAY_BYTES = 16;
    private static final int NODE_BYTES = 24; // of a map
    private static final int KEY_BYTES = 24;
    private static final int HELD_BYTES = 704; // with its counters, and the floors of its life and of the recent past
    private static final int CALL_SITE_BYTES = 80; // with its name
    private static final int LIST_BYTES = 24;
    private static final int FRAME_BYTES = 32;
    private static final int LINE_BYTES = 32;
    private static final int STRING_BYTES = 24;
    private static final int ALIGNMENT_BYTES = 8;

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();

    /** With nothing in it. */
    SiteRoom(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** True if there is room for one more site. Threads that ask at once may each add one. */
    boolean isLeft() {
        return bytes.get() < mostBytes;
    }

    /** Bytes that are kept. */
    long bytes() {
        return bytes.get();
    }

    /** To be called when it is kept: after an error nothing is counted that is not there. */
    void add(long more) {
        bytes.addAndGet(more);
    }

    /** Bytes of a site, its key and its entries, without its frames. */
    static long ofSite(List<Frame> frames) {
        return CALL_SITE_BYTES
                + HELD_BYTES
                + KEY_BYTES
                + NODE_BYTES
                + LIST_BYTES
                + array(frames.size(), REFERENCE_BYTES);
    }

    /** Bytes of a line, its key and its entry. */
    static long ofLine() {
        return LINE_BYTES + HELD_BYTES + KEY_BYTES + NODE_BYTES;
    }

    /**
     * Bytes of a frame that all its sites share, at most: frames of a class share its names. Its names are at the most
     * that: frames of a class have them in common.
     */
    static long ofFrame(Frame frame) {
        return FRAME_BYTES + NODE_BYTES + text(frame.className()) + text(frame.methodName()) + text(frame.fileName());
    }

    /** Bytes of an array. */
    static long array(int length, int elementBytes) {
        return (ARRAY_BYTES + (long) length * elementBytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    private static long text(String text) {
        return text == null ? 0 : STRING_BYTES + array(text.length(), Byte.BYTES);
    }
}
