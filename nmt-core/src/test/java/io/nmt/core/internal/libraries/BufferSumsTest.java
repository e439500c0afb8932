package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.acme.TwoStacks;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.internal.sites.Wholes;
import io.nmt.core.model.PooledSite;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A line of code that takes buffers by two stacks is one row, with what both have. */
class BufferSumsTest {
    private static final int KIB = 1024;
    private static final String HANDLER = "com.acme.Handler";

    private final SiteTable table = new SiteTable(32, PoolKind.GROUPS);
    private final CallSite read = TwoStacks.read(() -> table.current(0));
    private final CallSite write = TwoStacks.write(() -> table.current(0));
    private final Object chunk = new Object();

    private PooledBuffer buffer(CallSite site, Object held, int bytes) {
        site.allocated(bytes, SampleRecord.now());
        return new PooledBuffer(held, chunk, site, SampleRecord.of(site, SampleRecord.now()), 1, bytes);
    }

    @Test
    void twoStacksOfALineAreOneRow() {
        Object held = new Object();
        PooledBuffer large = buffer(read, held, 3 * KIB);
        PooledBuffer small = buffer(write, held, KIB);
        BufferSums sums = new BufferSums(0);
        sums.add(large);
        sums.add(small);
        sums.addGone(write, HANDLER, List.of(), List.of(), 2 * KIB);

        List<PooledSite> lines = sums.list(Wholes.UNKNOWN);
        assertThat(lines).hasSize(1);
        PooledSite line = lines.get(0);
        assertThat(line.usage().site().toString()).startsWith("com.acme.TwoStacks.open(");
        assertThat(line.usage().liveBytes()).isEqualTo(4 * KIB);
        assertThat(line.goneBytes()).isEqualTo(2 * KIB);
        assertThat(line.lost().lastSeen()).containsExactly(new PooledSite.Holder(HANDLER, 2 * KIB));
        assertThat(line.perStack())
                .extracting(stack -> stack.usage().liveBytes(), PooledSite::goneBytes)
                .containsExactlyInAnyOrder(tuple(3L * KIB, 0L), tuple((long) KIB, 2L * KIB));
        assertThat(held).isNotNull();
    }

    /** The line has no live buffers: it is known by those that are gone. */
    @Test
    void aLineWhoseBuffersAreAllGoneIsARow() {
        BufferSums sums = new BufferSums(0);
        sums.addGone(read, HANDLER, List.of(), List.of(), KIB);
        PooledSite line = sums.list(Wholes.UNKNOWN).get(0);
        assertThat(line.usage().liveBytes()).isZero();
        assertThat(line.usage().site().id()).isEqualTo(read.lineId());
        assertThat(line.stacks()).isEmpty();
        assertThat(line.perStack()).containsExactly(line);
    }
}
