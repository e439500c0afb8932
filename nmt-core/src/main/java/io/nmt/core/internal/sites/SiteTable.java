package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.SparseReferences;
import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The call sites that were met so far, one for each stack and category. Thread-safe.
 *
 * <p>They are never forgotten: a site that all was freed of may come again. There are {@value SampleRecord#MAX_SITES}
 * at the most, and no more than the heap has room for ({@link SiteRoom}); what is allocated elsewhere then counts to
 * one more site of its category, which has no frames.
 */
public final class SiteTable {
    /*
     * Two steps. A stack that was met before is found by the hash of its backtrace, among the last few thousand. Of all
     * others the frames are made, and looked up by their names. So a class loader that comes again and again with the
     * same classes brings no new sites, and no object here refers to it.
     *
     * What is kept of a stack are references to frames, of which there is one object for each: most stacks of a program
     * differ in a few of them.
     *
     * The first hash covers what is kept of each stack. Where the application's code is further out, the whole stack
     * is hashed, too: stacks that differ there only are different sites. Others pay nothing for that.
     */
    private static final String OWN = "io.nmt.core.";
    private static final int OWN_FRAMES = 12; // more than there ever are of ours on a stack
    private static final int MOST_FRAMES = 1024; // as many as the JVM notes of a stack, unless it is told otherwise
    private static final int CHAINS_BITS = 12;
    private static final long GROUP_FACTOR = 0x9E3779B97F4A7C15L; // of the golden ratio: all bits differ

    /** The groups that keep sites with the same stack apart: a number for each, and its name. */
    public interface Groups {
        /** By categories of memory. */
        Groups CATEGORIES = new Groups() {
            @Override
            public String name(int id) {
                return Category.withId(id).name();
            }

            @Override
            public boolean isWrapper(int id, String className) {
                return Wrappers.contain(className);
            }
        };

        /**
         * The name of a group.
         *
         * @param id from 0
         * @return its name
         */
        String name(int id);

        /**
         * True if a class only hands on memory that is allocated in it, so that it names no site.
         *
         * @param id of the group
         * @param className with dots
         * @return whether the class's caller is looked at instead
         */
        boolean isWrapper(int id, String className);

        /**
         * The most groups that there can be.
         *
         * @return one more than the highest id at the most
         */
        default int most() {
            return Category.MAX_CATEGORIES;
        }
    }

    private final int depth;
    private final int ids;
    private final Groups groups;
    private final LockFreeMap<Key, CallSite> byFrames = new LockFreeMap<>(CHAINS_BITS);
    private final LockFreeMap<Frame, Frame> frames = new LockFreeMap<>(CHAINS_BITS);
    private final SiteRoom room;
    private final Line.Table lines;
    private final SparseReferences<CallSite> byId = new SparseReferences<>(SampleRecord.MAX_SITES);
    private final AtomicInteger last = new AtomicInteger();
    private final KnownStacks<CallSite> recent = new KnownStacks<>();

    /** A table grouped by categories, with numbers from 1. */
    SiteTable(int depth, SiteRoom room) {
        this(depth, Groups.CATEGORIES, 0, room);
    }

    /** The numbers of its sites begin behind one. */
    SiteTable(int depth, Groups groups, int ids, SiteRoom room) {
        this.depth = depth;
        this.groups = groups;
        this.ids = ids;
        this.room = room;
        this.lines = new Line.Table(room);
        room.add(emptyBytes());
    }

    /**
     * An empty table.
     *
     * @param depth frames that are kept of a stack
     * @param groups that its sites are told apart by
     */
    public SiteTable(int depth, Groups groups) {
        this(depth, groups, 0, SiteRoom.OF_PROCESS);
    }

    /** Bytes of a table's arrays, at most: they come with its entries. */
    private static long emptyBytes() {
        return SiteRoom.array(SampleRecord.MAX_SITES, Integer.BYTES)
                + SiteRoom.array(KnownStacks.PLACES, Integer.BYTES)
                + 2 * SiteRoom.array(1 << CHAINS_BITS, Integer.BYTES)
                + SiteRoom.array(1 << Line.Table.CHAINS_BITS, Integer.BYTES);
    }

    private static final class Key {
        final int categoryId;
        final List<Frame> frames;
        final int hash;

        Key(int categoryId, List<Frame> frames) {
            this.categoryId = categoryId;
            this.frames = frames;
            this.hash = frames.hashCode() * 31 + categoryId;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && categoryId == key.categoryId && frames.equals(key.frames);
        }
    }

    /**
     * The site that the current thread allocates at.
     *
     * @param categoryId of what it allocates
     * @return the site, which is added if it is new
     */
    public CallSite current(int categoryId) {
        Throwable stack = Backtrace.take();
        long hash = Backtrace.hash(stack, depth + OWN_FRAMES);
        if (hash == Backtrace.UNKNOWN) {
            return byFrames(stack, categoryId);
        }
        hash ^= categoryId * GROUP_FACTOR;
        CallSite known = recent.get(hash);
        if (known != null && known.isDeep()) {
            known = recent.get(wholeHash(stack, categoryId));
        }
        if (known != null) {
            return known;
        }
        CallSite site = byFrames(stack, categoryId);
        put(hash, site);
        if (site.isDeep()) {
            put(wholeHash(stack, categoryId), site);
        }
        return site;
    }

    private static long wholeHash(Throwable stack, int categoryId) {
        return Backtrace.hash(stack, MOST_FRAMES) ^ categoryId * GROUP_FACTOR;
    }

    private void put(long hash, CallSite site) {
        if (recent.put(hash, site)) {
            room.add(KnownStacks.ENTRY_BYTES);
        }
    }

    private CallSite byFrames(Throwable stack, int categoryId) {
        List<Frame> frames = new ArrayList<>(depth);
        boolean named = false;
        int cutAfter = 0;
        boolean deep = false;
        for (StackTraceElement element : stack.getStackTrace()) {
            if (element.getClassName().startsWith(OWN)) {
                continue;
            }
            boolean beyond = frames.size() >= depth;
            if (beyond && named) {
                cutAfter = cutAfter == 0 ? frames.size() : cutAfter;
                break;
            }
            deep |= beyond;
            Frame frame = Frame.of(element);
            named = named || SiteName.isApplication(frame, groups, categoryId);
            if (!beyond || named) {
                frames.add(frame);
            } else {
                cutAfter = depth;
            }
        }
        return site(categoryId, frames, cutAfter, deep);
    }

    CallSite site(int categoryId, List<Frame> frames) {
        return site(categoryId, frames, 0, false);
    }

    private CallSite site(int categoryId, List<Frame> frames, int cutAfter, boolean deep) {
        Key key = new Key(categoryId, frames);
        CallSite known = byFrames.get(key);
        if (known != null) {
            return known;
        }
        // A few places are kept for what has no frames: one site for each category.
        boolean full = last.get() >= SampleRecord.MAX_SITES - 1 - groups.most() || !room.isLeft();
        if (full && !frames.isEmpty()) {
            return site(categoryId, List.of());
        }
        List<Frame> own = shared(frames);
        int id = last.incrementAndGet();
        CallSite added = new CallSite(ids + id, categoryId, groups, own, cutAfter, deep, SampleRecord.now(), lines);
        byId.set(id, added);
        room.add(SiteRoom.ofSite(own));
        // If another thread was faster, one number is lost.
        CallSite first = byFrames.putIfAbsent(new Key(categoryId, own), added);
        return first != null ? first : added;
    }

    private List<Frame> shared(List<Frame> stack) {
        Frame[] own = new Frame[stack.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = shared(stack.get(i));
        }
        return List.of(own);
    }

    private Frame shared(Frame frame) {
        Frame known = frames.get(frame);
        if (known == null) {
            known = frames.putIfAbsent(frame, frame);
            if (known == null) {
                room.add(SiteRoom.ofFrame(frame));
                return frame;
            }
        }
        return known;
    }

    /**
     * Counts what a user of the table keeps for one of its sites.
     *
     * @param bytes of Java heap
     */
    public void addBytes(long bytes) {
        room.add(bytes);
    }

    CallSite withId(int id) {
        return byId.get(id - ids);
    }

    int count() {
        return byFrames.size();
    }
}
