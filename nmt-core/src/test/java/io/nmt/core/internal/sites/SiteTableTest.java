package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteTableTest {
    private static final int UNSAFE = Category.UNSAFE.id();

    private final SiteTable table = new SiteTable(8);

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
