package io.nmt.core.internal.unreachable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.model.Category;
import io.nmt.core.model.Unreachable;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without the agent: what a tracked allocator's user leaves to cleaners. */
class UnreachableMemoryTest {
    private static final Cleaner CLEANER = Cleaner.create();

    private final TrackedAllocator first = NativeMemory.allocator(Category.of("UnreachableTest 1"));
    private final TrackedAllocator second = NativeMemory.allocator(Category.of("UnreachableTest 2"));
    private List<Object> owners = new ArrayList<>();

    /** As before JDK 22 on any: outside a jar, its layer for newer JDKs has no part in the tests. */
    private static boolean threadsAreTold() {
        return JdkInternals.access() != null;
    }

    @Test
    void notWhereThreadsCannotBeToldApart() {
        assumeFalse(threadsAreTold());

        assertThatThrownBy(UnreachableMemoryTest::collect)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("agent");
    }

    @Test
    void byCategory() {
        assumeTrue(threadsAreTold());
        for (int i = 0; i < 10; i++) {
            owners.add(owner(first, 61));
            owners.add(owner(second, 1000));
        }
        Object kept = owner(second, 1);
        Unreachable reachable = collect();
        assertThat(reachable.category("UnreachableTest 1").blocks()).isZero();
        assertThat(reachable.category("UnreachableTest 2").blocks()).isZero();

        owners = null;
        Unreachable dropped = collect();

        assertThat(dropped.collected()).isTrue();
        assertThat(dropped.settled()).isTrue();
        assertThat(dropped.category("UnreachableTest 1").bytes()).isEqualTo(610);
        assertThat(dropped.category("UnreachableTest 1").blocks()).isEqualTo(10);
        assertThat(dropped.category("UnreachableTest 2").bytes()).isEqualTo(10_000);
        assertThat(dropped.category("UnreachableTest 2").blocks()).isEqualTo(10);
        assertThat(dropped.bytes()).isEqualTo(10_610);
        assertThat(dropped.blocks()).isEqualTo(20);
        assertThat(dropped.categories())
                .extracting(Unreachable.Freed::category)
                .containsExactly("UnreachableTest 2", "UnreachableTest 1");
        assertThat(collect().category("UnreachableTest 2").blocks()).isZero();
        assertThat(kept).isNotNull();
    }

    private static Unreachable collect() {
        return UnreachableMemory.collect(Duration.ofMinutes(2));
    }

    private static Object owner(TrackedAllocator allocator, long bytes) {
        Object owner = new Object();
        long address = allocator.allocate(bytes);
        CLEANER.register(owner, () -> allocator.free(address));
        return owner;
    }
}
