package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MallocCheckTest {
    private static CategoryUsage usage(String category, long bytes) {
        return new CategoryUsage(category, bytes, bytes, 1, bytes, bytes, 1);
    }

    @Test
    void lessInUseThanLiveIsADisproof() {
        assertThat(MallocCheck.disproves(300, 299)).isTrue();
        assertThat(MallocCheck.disproves(300, 300)).isFalse();
        assertThat(MallocCheck.disproves(300, 5000)).isFalse();
        assertThat(MallocCheck.disproves(0, 0)).isFalse();
        assertThat(MallocCheck.disproves(300, -1)).as("malloc does not tell").isFalse();
    }

    @Test
    void onlyWhatIsFromMallocForSureCounts() {
        List<CategoryUsage> categories = List.of(
                usage("Foreign Malloc", 1),
                usage("JNA", 20),
                usage("Direct Buffer", 300),
                usage("Mapped File", 4000),
                usage("Zip", 50_000),
                usage("Index", 600_000));
        Snapshot snapshot = new Snapshot(Instant.EPOCH, categories, usage("Total", 654_321), false, 0, 0, 0);
        assertThat(MallocCheck.liveBytes(snapshot)).isEqualTo(321);
    }

    @Test
    void mallocIsNotAskedWhereNativeCodeCannotHaveFreedBlocks() {
        Snapshot snapshot = new Snapshot(
                Instant.EPOCH, List.of(usage("Direct Buffer", 1L << 60)), usage("Total", 1L << 60), false, 0, 0, 0);
        assertThat(MallocCheck.of(snapshot)).isSameAs(snapshot);
    }
}
