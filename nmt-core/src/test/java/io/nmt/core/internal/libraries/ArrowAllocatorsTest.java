package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.arrow.memory.RootAllocator;
import io.nmt.core.model.AllocatorUsage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One answer has no more of Arrow's allocators than docs/reliability.md says. */
class ArrowAllocatorsTest {
    private static final int MOST = 10_000;
    private static final int DEEPEST = 1000;

    private RootAllocator root;

    @AfterEach
    void removeRoot() {
        LiveChunks.remove(root);
    }

    private List<AllocatorUsage> rows(RootAllocator tree) {
        root = tree;
        LiveChunks.add(root);
        return ArrowAllocators.list();
    }

    @Test
    void twiceAsManyChildren() {
        RootAllocator tree = new RootAllocator("root", 0);
        for (int i = 0; i < 2 * MOST; i++) {
            tree.add(new RootAllocator("child", 2 * MOST - i));
        }
        List<AllocatorUsage> rows = rows(tree);
        assertThat(rows).hasSize(MOST + 1);
        assertThat(rows.get(MOST)).returns("(10001 others)", AllocatorUsage::name);
        assertThat(rows.stream().skip(1).mapToLong(AllocatorUsage::bytes).sum())
                .isEqualTo(tree.getAllocatedMemory())
                .isEqualTo(rows.get(0).bytes());
    }

    /** Each of the parents has a row for its children, the last of which are not counted one by one. */
    @Test
    void twiceAsManyParents() {
        RootAllocator tree = new RootAllocator("root", 0);
        for (int i = 0; i < MOST; i++) {
            RootAllocator parent = new RootAllocator("parent", 1);
            parent.add(new RootAllocator("child", 1));
            tree.add(parent);
        }
        List<AllocatorUsage> rows = rows(tree);
        assertThat(rows).hasSizeBetween(MOST, MOST + 2);
        assertThat(rows.get(rows.size() - 1).bytes()).isPositive();
    }

    @Test
    void twiceAsDeep() {
        RootAllocator tree = new RootAllocator("deepest", 1);
        for (int i = 0; i < 2 * DEEPEST; i++) {
            RootAllocator parent = new RootAllocator("parent", 0);
            parent.add(tree);
            tree = parent;
        }
        List<AllocatorUsage> rows = rows(tree);
        assertThat(rows).hasSize(DEEPEST + 1);
        assertThat(rows.get(DEEPEST))
                .returns("(1 others)", AllocatorUsage::name)
                .returns(1L, AllocatorUsage::bytes);
    }
}
