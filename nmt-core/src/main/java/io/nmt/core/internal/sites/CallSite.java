package io.nmt.core.internal.sites;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import java.util.List;

/**
 * A place in Java code that allocates native memory: a stack of calls and the category of what is allocated there.
 * There is one object for each. Thread-safe.
 */
public final class CallSite {
    // They begin most stacks, and tell nothing.
    private static final List<String> THREADS =
            List.of("java.lang.Thread", "java.lang.VirtualThread", "jdk.internal.misc.InnocuousThread");

    private final int id;
    private final int categoryId;
    private final String category;
    private final SiteTable.Groups groups;
    private final List<Frame> frames;
    private final Held held;
    private final Line line;

    // Whether the JDK has counted blocks of this site towards the limit of direct memory before it allocated them, and
    // whether it has not. Racy, and benign: each is only ever set.
    private boolean reserved;
    private boolean unreserved;

    CallSite(int id, int categoryId, List<Frame> frames, long start) {
        this(id, categoryId, SiteTable.Groups.CATEGORIES, frames, start, new Line.Table(new SiteRoom(Long.MAX_VALUE)));
    }

    CallSite(int id, int groupId, SiteTable.Groups groups, List<Frame> frames, long start, Line.Table lines) {
        this.id = id;
        this.categoryId = groupId;
        this.category = groups.name(groupId);
        this.groups = groups;
        this.frames = frames;
        this.held = new Held(start);
        this.line = lines.of(groupId, site(), start);
    }

    /**
     * The number of this site, in this process.
     *
     * @return from 1
     */
    public int id() {
        return id;
    }

    /**
     * The category of the blocks.
     *
     * @return its name
     */
    public String category() {
        return category;
    }

    int categoryId() {
        return categoryId;
    }

    /**
     * The calls, from the one that allocates to those that led to it. The tracker's own are left out.
     *
     * @return as many as the agent's option {@code depth} allows; none if this is what further sites are counted under,
     *     once there are too many
     */
    public List<Frame> frames() {
        return frames;
    }

    /**
     * The call that names the site: the innermost of the application's own, which is neither in the JDK nor in a
     * wrapper of its memory functions ({@link Wrappers}). If there is none, the outermost of the wrappers; if all are
     * the JDK's, the innermost that does not only hand memory on, either.
     *
     * @return the frame, or null if there are no frames
     */
    public Frame leading() {
        Frame wrapper = null;
        for (Frame frame : frames) {
            if (!frame.jdk()) {
                if (!groups.isWrapper(categoryId, frame.className())) {
                    return frame;
                }
                wrapper = frame;
            }
        }
        return wrapper != null || frames.isEmpty() ? wrapper : leadingOfJdk();
    }

    private Frame leadingOfJdk() {
        Frame named = frames.get(0);
        for (Frame frame : frames) {
            if (!THREADS.contains(frame.className())) {
                named = frame;
                if (!Wrappers.containOfJdk(frame.className())) {
                    return named;
                }
            }
        }
        return named;
    }

    /** Who takes what a pool has is no pool. */
    private boolean isPool() {
        return groups == SiteTable.Groups.CATEGORIES && PooledSite.isOfChunks(frames);
    }

    private FreedBy freedBy() {
        return Freeing.of(category, frames, reserved, unreserved);
    }

    /** {@link #leading}, as text. */
    @Override
    public String toString() {
        Frame leading = leading();
        return leading == null ? "(other sites)" : leading.toString();
    }

    /**
     * This site as it is now known.
     *
     * @return a value
     */
    public Site site() {
        return new Site(id, category, frames, leading(), isPool(), freedBy());
    }

    /**
     * Notes what a sample of an allocation stands for.
     *
     * @param bytes that it does
     * @param now by {@link SampleRecord#now}
     * @return what is live now
     */
    public long allocated(long bytes, long now) {
        line.held().allocated(bytes, now);
        return held.allocated(bytes, now);
    }

    /** Notes whether the JDK has reserved direct memory for a block: see {@link FreedBy}. */
    void reserved(boolean was) {
        if (was && !reserved) {
            reserved = true;
        } else if (!was && !unreserved) {
            unreserved = true;
        }
    }

    /**
     * Notes that what such a sample stands for was freed.
     *
     * @param bytes as at its allocation
     * @param now by {@link SampleRecord#now}
     */
    public void freed(long bytes, long now) {
        line.held().freed(bytes, now);
        held.freed(bytes, now);
    }

    long liveBytes() {
        return held.liveBytes();
    }

    Held held() {
        return held;
    }

    /** All sites that this one has its name in common with. */
    Line line() {
        return line;
    }
}
