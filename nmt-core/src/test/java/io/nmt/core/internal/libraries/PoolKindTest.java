package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolKindTest {
    private static boolean isOfBuffers(String category) {
        Frame frame = new Frame("com.acme.Codec", "take", "Codec.java", 1, false);
        return PooledSite.isOfBuffers(new Site(1, category, List.of(frame), frame, false, FreedBy.PROGRAM));
    }

    @Test
    void sitesOfEachKindAreToldFromSitesOfBlocks() {
        List<PoolKind> kinds = List.of(PoolKind.values());
        for (PoolKind kind : kinds) {
            assertThat(isOfBuffers(PoolKind.GROUPS.name(kinds.indexOf(kind)))).isTrue();
        }
        assertThat(isOfBuffers("Direct Buffer")).isFalse();
        assertThat(isOfBuffers("NIO Temporary Buffer")).isFalse();
    }
}
