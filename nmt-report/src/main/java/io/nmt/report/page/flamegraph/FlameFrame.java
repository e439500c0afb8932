package io.nmt.report.page.flamegraph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A frame of a flame graph, with those above it. Its bytes are what it and all above it hold: in all, or before and
 * after. Not thread-safe.
 */
final class FlameFrame {
    private final String name;
    private final Map<String, FlameFrame> children = new LinkedHashMap<>();
    private long before;
    private long after;
    private long blocks;
    private boolean blocksUnknown;

    private FlameFrame(String name) {
        this.name = name;
    }

    /**
     * Builds the graph of two moments: categories on the root, then call stacks.
     *
     * @param name of the root
     * @param before the stacks of the first
     * @param after the stacks of the second
     */
    static FlameFrame root(String name, Collection<StackBytes> before, Collection<StackBytes> after) {
        FlameFrame root = new FlameFrame(name);
        for (StackBytes stack : before) {
            root.add(stack, stack.bytes(), 0);
        }
        for (StackBytes stack : after) {
            root.add(stack, 0, stack.bytes());
        }
        return root;
    }

    private void add(StackBytes stack, long beforeBytes, long afterBytes) {
        addFigures(beforeBytes, afterBytes, stack.blocks());
        FlameFrame frame = child(stack.category());
        frame.addFigures(beforeBytes, afterBytes, stack.blocks());
        for (String method : stack.frames()) {
            frame = frame.child(method);
            frame.addFigures(beforeBytes, afterBytes, stack.blocks());
        }
    }

    private void addFigures(long beforeBytes, long afterBytes, long itsBlocks) {
        before = CollapsedStacks.sum(before, beforeBytes);
        after = CollapsedStacks.sum(after, afterBytes);
        blocks = CollapsedStacks.sum(blocks, itsBlocks);
        blocksUnknown |= itsBlocks == StackBytes.UNKNOWN;
    }

    private FlameFrame child(String childName) {
        return children.computeIfAbsent(childName, FlameFrame::new);
    }

    String name() {
        return name;
    }

    long before() {
        return before;
    }

    long after() {
        return after;
    }

    /** The live blocks of one moment; {@link StackBytes#UNKNOWN} where not all stacks tell. */
    long blocks() {
        return blocksUnknown ? StackBytes.UNKNOWN : blocks;
    }

    /**
     * The width of the frame in a difference: the sum of each stack's change, up or down, so that growth and shrinkage
     * beside it do not hide each other.
     */
    long changed() {
        long beforeAbove = 0;
        long afterAbove = 0;
        long sum = 0;
        for (FlameFrame child : children.values()) {
            beforeAbove += child.before;
            afterAbove += child.after;
            sum += child.changed();
        }
        return sum + Math.abs((after - afterAbove) - (before - beforeAbove));
    }

    /** The frames above, the widest first. */
    List<FlameFrame> children() {
        List<FlameFrame> sorted = new ArrayList<>(children.values());
        sorted.sort(Comparator.comparingLong((FlameFrame frame) -> Math.max(frame.before, frame.after))
                .reversed());
        return sorted;
    }
}
