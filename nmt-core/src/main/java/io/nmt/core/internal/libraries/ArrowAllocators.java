package io.nmt.core.internal.libraries;

import io.nmt.core.model.AllocatorUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The trees of Arrow's allocators, as far as their roots are among {@link LiveChunks}. Beyond {@value
 * #MOST_ALLOCATORS} of them, those of one parent are one row.
 */
final class ArrowAllocators {
    private static final String ROOT = ".arrow.memory.RootAllocator";
    private static final String LIBRARY = "Arrow";
    private static final int MOST_ALLOCATORS = 10_000;
    private static final int MOST_DEPTH = 1000;

    private ArrowAllocators() {}

    /** True if the object is the root of a tree of allocators, and no chunk. */
    static boolean isRoot(Object object) {
        return object.getClass().getName().endsWith(ROOT);
    }

    /** Those that are not closed: of each tree the root first, those of one parent by their bytes. */
    static List<AllocatorUsage> list() {
        List<Node> roots = new ArrayList<>();
        for (Object object : LiveChunks.list()) {
            if (isRoot(object)) {
                add(object, roots);
            }
        }
        List<AllocatorUsage> all = new ArrayList<>();
        addTrees(roots, 0, all);
        return all;
    }

    private record Node(Object allocator, String name, long bytes) {}

    private static void add(Object allocator, List<Node> nodes) {
        try {
            if (!(Boolean) Mirror.field(allocator, "isClosed")) {
                nodes.add(new Node(allocator, (String) Mirror.call(allocator, "getName"), (Long)
                        Mirror.call(allocator, "getAllocatedMemory")));
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return; // another version, or it was closed meanwhile
        }
    }

    private static void addTrees(List<Node> nodes, int depth, List<AllocatorUsage> all) {
        nodes.sort(Comparator.comparingLong(Node::bytes).reversed());
        long othersBytes = 0;
        int others = 0;
        for (Node node : nodes) {
            if (all.size() < MOST_ALLOCATORS && depth < MOST_DEPTH) {
                addTree(node, depth, all);
            } else {
                others++;
                othersBytes += node.bytes;
            }
        }
        if (others > 0) {
            String name = "(" + others + " others)";
            all.add(new AllocatorUsage(LIBRARY, name, depth, othersBytes, othersBytes, Long.MAX_VALUE));
        }
    }

    private static void addTree(Node node, int depth, List<AllocatorUsage> all) {
        List<Node> children = new ArrayList<>();
        try {
            all.add(new AllocatorUsage(
                    LIBRARY,
                    node.name,
                    depth,
                    node.bytes,
                    (Long) Mirror.call(node.allocator, "getPeakMemoryAllocation"),
                    (Long) Mirror.call(node.allocator, "getLimit")));
            for (Object child : (Collection<?>) Mirror.call(node.allocator, "getChildAllocators")) {
                add(child, children);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return; // another version, or it was closed meanwhile
        }
        addTrees(children, depth + 1, all);
    }
}
