package io.nmt.core.arrow.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A node of a tree of allocators, by the names that Arrow's class has for its parts. */
public final class RootAllocator {
    private final boolean isClosed = false;
    private final String name;
    private final List<RootAllocator> children = new ArrayList<>();
    private long ownBytes;

    /**
     * Makes a node without children.
     *
     * @param name its name
     * @param ownBytes what it holds itself
     */
    public RootAllocator(String name, long ownBytes) {
        this.name = name;
        this.ownBytes = ownBytes;
    }

    /**
     * Adds a child.
     *
     * @param child a node without a parent, whose children do not change any more
     */
    public void add(RootAllocator child) {
        children.add(child);
        ownBytes += child.ownBytes;
    }

    /** Returns its name. */
    public String getName() {
        return name;
    }

    /** Returns what it and its children hold. */
    public long getAllocatedMemory() {
        return ownBytes;
    }

    /** Returns the same as {@link #getAllocatedMemory}. */
    public long getPeakMemoryAllocation() {
        return ownBytes;
    }

    /** Returns that there is none. */
    public long getLimit() {
        return Long.MAX_VALUE;
    }

    /** Returns its children. */
    public Collection<RootAllocator> getChildAllocators() {
        return children;
    }

    @Override
    public String toString() {
        return name + (isClosed ? ", closed" : "");
    }
}
