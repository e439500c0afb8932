package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import java.util.List;
import java.util.Objects;

/**
 * All call sites that are named by one line of code, and are of one category: the stacks that lead to it. Its number is
 * that of the first of them. Thread-safe.
 */
final class Line {
    /*
     * A line has a floor of its own: that of a sum is no sum of floors. What is put back by one stack and taken by
     * another has not risen.
     */
    private final int id;
    private final int groupId;
    private final SampleSum held;
    private volatile boolean shared;

    private Line(int id, int groupId, long start) {
        this.id = id;
        this.groupId = groupId;
        this.held = new SampleSum(start);
    }

    /** The identity of a line. */
    private static final class Key {
        private final int groupId;
        private final Frame leading;
        private final boolean chunks;
        private final boolean singleBuffers;

        Key(int groupId, Site site) {
            this.groupId = groupId;
            this.leading = site.leading();
            this.chunks = site.pool();
            this.singleBuffers = PooledSite.isOfSingleBuffers(site);
        }

        @Override
        public int hashCode() {
            return (31 * groupId + Objects.hashCode(leading)) * 4 + (chunks ? 2 : 0) + (singleBuffers ? 1 : 0);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && groupId == key.groupId
                    && chunks == key.chunks
                    && singleBuffers == key.singleBuffers
                    && Objects.equals(leading, key.leading);
        }
    }

    /** The lines that were met so far. Thread-safe. */
    static final class Table {
        static final int CHAINS_BITS = 10;

        private final LockFreeMap<Key, Line> lines = new LockFreeMap<>(CHAINS_BITS);
        private final SiteRoom room;

        Table(SiteRoom room) {
            this.room = room;
        }

        /** The line of a call site that is new. */
        Line of(int groupId, Site site, long start) {
            Key key = new Key(groupId, site);
            Line known = lines.get(key);
            if (known == null) {
                Line added = new Line(site.id(), groupId, start);
                known = lines.putIfAbsent(key, added);
                if (known == null) {
                    room.add(SiteRoom.ofLine());
                    return added;
                }
            }
            known.shared = true;
            return known;
        }
    }

    int id() {
        return id;
    }

    /** The category, or the group of another kind, that its sites are of. */
    int groupId() {
        return groupId;
    }

    SampleSum held() {
        return held;
    }

    /** True if the line has more than one stack, also if they hold nothing. */
    boolean isShared() {
        return shared;
    }

    /**
     * This line as a call site: with the calls of the stack that holds most.
     *
     * @param stacks that hold something, the one with most bytes first
     */
    Site site(List<Site> stacks) {
        Site most = stacks.get(0);
        FreedBy freedBy = most.freedBy();
        for (Site stack : stacks) {
            freedBy = stack.freedBy() == freedBy ? freedBy : FreedBy.UNKNOWN;
        }
        return new Site(
                id, most.category(), most.frames(), most.leading(), most.pool(), freedBy, most.by(), most.cutAfter());
    }
}
