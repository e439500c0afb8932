package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveChunksTest {
    @Test
    void aChunkIsKnownUntilItIsRemoved() {
        // Equal, but not the same.
        List<String> chunk = new ArrayList<>();
        List<String> other = new ArrayList<>();
        LiveChunks.add(chunk);
        LiveChunks.add(chunk);
        LiveChunks.remove(other);
        assertThat(known(chunk)).isEqualTo(1);
        LiveChunks.add(other);
        LiveChunks.remove(chunk);
        assertThat(known(chunk)).isZero();
        assertThat(known(other)).isEqualTo(1);
        LiveChunks.remove(other);
        assertThat(known(other)).isZero();
    }

    @Test
    void aChunkThatNobodyHasIsForgotten() {
        for (int i = 0; i < 100; i++) {
            LiveChunks.add(new byte[1000]);
        }
        while (LiveChunks.list().stream().anyMatch(chunk -> chunk instanceof byte[])) {
            System.gc();
        }
        assertThat(LiveChunks.list()).isEmpty();
    }

    private static long known(Object wanted) {
        return LiveChunks.list().stream().filter(chunk -> chunk == wanted).count();
    }
}
