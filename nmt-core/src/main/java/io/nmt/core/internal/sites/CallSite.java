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
    private final int id;
    private final int categoryId;
    private final String category;
    private final SiteTable.Groups groups;
    private final List<Frame> frames;
    private final SiteName name;
    private final int cutAfter;
    private final boolean deep;
    private final SampleSum held;
    private final Line line;

    // Whether the JDK has counted blocks of this site towards the limit of direct memory before it allocated them, and
    // whether it has not. Racy, and benign: each is only ever set.
    private boolean reserved;
    private boolean unreserved;

    CallSite(int id, int categoryId, List<Frame> frames, long start) {
        this(
                id,
                categoryId,
                SiteTable.Groups.CATEGORIES,
                frames,
                0,
                false,
                start,
                new Line.Table(new SiteRoom(Long.MAX_VALUE)));
    }

    /**
     * A site of a stack.
     *
     * @param cutAfter as in {@link Site}
     * @param deep whether the application's frame was looked for beyond those that are kept of each stack
     */
    CallSite(
            int id,
            int groupId,
            SiteTable.Groups groups,
            List<Frame> frames,
            int cutAfter,
            boolean deep,
            long start,
            Line.Table lines) {
        this.id = id;
        this.categoryId = groupId;
        this.category = groups.name(groupId);
        this.groups = groups;
        this.frames = frames;
        this.cutAfter = cutAfter;
        this.deep = deep;
        this.name = SiteName.of(frames, groups, groupId);
        this.held = new SampleSum(start);
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
     * @return as many as the agent's option {@code depth} allows, and the application's innermost if it is further out;
     *     none if this is what further sites are counted under, once there are too many
     */
    public List<Frame> frames() {
        return frames;
    }

    /**
     * The call that names the site: see {@link SiteName}.
     *
     * @return the frame, or null if there are no frames
     */
    public Frame leading() {
        return name.leading();
    }

    /** Tells whether the application's frame was looked for beyond those that are kept of each stack. */
    boolean isDeep() {
        return deep;
    }

    /** True if the site allocates chunks of a pool; users of the pool do not. */
    private boolean isPool() {
        return groups == SiteTable.Groups.CATEGORIES && PooledSite.isOfChunks(frames);
    }

    private FreedBy freedBy() {
        return FreeingRule.of(category, frames, reserved, unreserved);
    }

    /** {@link #leading}, as text. */
    @Override
    public String toString() {
        Frame leading = name.leading();
        return leading == null ? "(other sites)" : leading.toString();
    }

    /**
     * This site as it is now known.
     *
     * @return a value
     */
    public Site site() {
        return new Site(id, category, frames, name.leading(), isPool(), freedBy(), name.by(), cutAfter);
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

    SampleSum held() {
        return held;
    }

    /**
     * The number of the line of code: see {@link #line}.
     *
     * @return that of its first site
     */
    public int lineId() {
        return line.id();
    }

    /** All sites that this one has its name in common with. */
    Line line() {
        return line;
    }
}
