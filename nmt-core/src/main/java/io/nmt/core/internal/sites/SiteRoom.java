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

    private static final int REFERENCE = 4;
    private static final int ARRAY = 16;
    private static final int NODE = 24; // of a map
    private static final int KEY = 24;
    private static final int HELD = 704; // with its counters, and the floors of the site's life and of the recent past
    private static final int CALL_SITE = 80; // with its name
    private static final int LIST = 24;
    private static final int FRAME = 32;
    private static final int LINE = 32;
    private static final int STRING = 24;
    private static final int ALIGNMENT = 8;

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
        return CALL_SITE + HELD + KEY + NODE + LIST + array(frames.size(), REFERENCE);
    }

    /** Bytes of a line, its key and its entry. */
    static long ofLine() {
        return LINE + HELD + KEY + NODE;
    }

    /**
     * Bytes of a frame that all its sites share, at most: frames of a class share its names. Its names are at the most
     * that: frames of a class have them in common.
     */
    static long ofFrame(Frame frame) {
        return FRAME + NODE + text(frame.className()) + text(frame.methodName()) + text(frame.fileName());
    }

    /** Bytes of an array. */
    static long array(int length, int elementBytes) {
        return (ARRAY + (long) length * elementBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static long text(String text) {
        return text == null ? 0 : STRING + array(text.length(), Byte.BYTES);
    }
}
