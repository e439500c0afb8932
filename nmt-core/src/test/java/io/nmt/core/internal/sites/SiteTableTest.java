package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteTableTest {
    private static final int UNSAFE = Category.UNSAFE.id();

    private final SiteTable table = new SiteTable(8, new SiteRoom(Long.MAX_VALUE));

    private static List<Frame> frames(int line) {
        return List.of(new Frame("com.acme.Codec", "encode", "Codec.java", line, false));
    }

    @Test
    void oneSiteForAStackAndACategory() {
        CallSite site = table.site(UNSAFE, frames(1));

        assertThat(table.site(UNSAFE, frames(1))).isSameAs(site);
        assertThat(table.site(UNSAFE, frames(2))).isNotSameAs(site);
        assertThat(table.site(Category.JNA.id(), frames(1))).isNotSameAs(site);
        assertThat(table.withId(site.id())).isSameAs(site);
        assertThat(site).hasToString("com.acme.Codec.encode(Codec.java:1)");
    }

    @Test
    void tooManySitesAreOne() {
        for (int line = 1; line <= SampleRecord.MAX_SITES; line++) {
            table.site(UNSAFE, frames(line));
        }
        CallSite other = table.site(UNSAFE, frames(1_000_000));

        assertThat(other.frames()).isEmpty();
        assertThat(other).hasToString("(other sites)");
        assertThat(table.site(UNSAFE, frames(2_000_000))).isSameAs(other);
        assertThat(table.site(Category.JNA.id(), frames(1_000_000))).isNotSameAs(other);
        assertThat(table.site(UNSAFE, frames(7)).frames()).isEqualTo(frames(7));
        assertThat(table.count()).isLessThanOrEqualTo(SampleRecord.MAX_SITES);
    }

    /** Stacks of one line: of its frames there is one object for each, and what they take is bounded. */
    @Test
    void whatTheHeapHasNoRoomForIsOneSite() {
        SiteRoom room = new SiteRoom(1 << 20);
        SiteTable small = new SiteTable(8, room);
        int stacks = 2000;
        int kept = 0;
        CallSite first = small.site(UNSAFE, stack(0));
        for (int i = 1; i < stacks; i++) {
            CallSite site = small.site(UNSAFE, stack(i));
            if (!site.frames().isEmpty()) {
                kept++;
                assertThat(site.frames().get(0)).isSameAs(first.frames().get(0));
            }
        }

        assertThat(kept).isBetween(900, stacks - 100);
        assertThat(room.isLeft()).isFalse();
        assertThat(room.bytes()).isLessThan((1 << 20) + 4096);
        assertThat(small.site(UNSAFE, stack(stacks))).hasToString("(other sites)");
        assertThat(small.site(UNSAFE, stack(0))).isSameAs(first);
    }

    /** Eleven frames as bits of a number say, behind one that all stacks have. */
    private static List<Frame> stack(int bits) {
        List<Frame> stack = new ArrayList<>();
        stack.add(new Frame("com.acme.Codec", "encode", "Codec.java", 1, false));
        for (int i = 0; i < 11; i++) {
            stack.add(new Frame("com.acme.Codec", "part", "Codec.java", 10 + ((bits >> i) & 1), false));
        }
        return stack;
    }

    /** A stack that is less deep than what may be kept takes no more for it. */
    @Test
    void bytesAreOfTheFramesThatAreKept() {
        SiteRoom shallow = new SiteRoom(Long.MAX_VALUE);
        SiteRoom deep = new SiteRoom(Long.MAX_VALUE);
        new SiteTable(8, shallow).site(UNSAFE, frames(1));
        new SiteTable(256, deep).site(UNSAFE, frames(1));

        assertThat(deep.bytes()).isEqualTo(shallow.bytes());
    }

    @Test
    void theJdksFramesAreLedByTheApplications() {
        Frame unsafe = new Frame("jdk.internal.misc.Unsafe", "allocateMemory", "Unsafe.java", 1, true);
        Frame application = new Frame("com.acme.Codec", "encode", "Codec.java", 5, false);

        assertThat(table.site(UNSAFE, List.of(unsafe, application)).leading()).isEqualTo(application);
        assertThat(table.site(UNSAFE, List.of(unsafe)).leading()).isEqualTo(unsafe);
    }

    @Test
    void chunksOfPoolsAreTold() {
        Frame arena = new Frame("io.netty.buffer.PoolArena$DirectArena", "newChunk", "PoolArena.java", 1, false);

        assertThat(table.site(UNSAFE, List.of(arena)).site().pool()).isTrue();
        assertThat(table.site(UNSAFE, frames(1)).site().pool()).isFalse();
    }
}
