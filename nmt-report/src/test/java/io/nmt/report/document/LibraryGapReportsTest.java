package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports do not say "none" of a library whose classes have no hooks. */
class LibraryGapReportsTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final NotTracked NETTY = NotTracked.ofPools("Netty", "io.netty.buffer.PoolChunk in a.Loader@1: why");
    private static final NotTracked ROCKS = NotTracked.ofHandles("org.rocksdb", "org.rocksdb.A in a.Loader@1: why");

    private static Coverage lacking(NotTracked library) {
        return new Coverage(true, null, List.of(library));
    }

    private static PoolReading noPools(Coverage coverage) {
        return new PoolReading(Instant.EPOCH, List.of(), List.of(), List.of(), new Sampling(512, 0, coverage), 0);
    }

    @Test
    void pools() {
        PoolReading reading = noPools(lacking(NETTY));

        assertThat(ReportText.of(PoolReport.of(reading, 10, false), Scale.B)).isEqualTo("""
                UNKNOWN pools: not all classes of a library have hooks.
                Not fully tracked: Pools of Netty (io.netty.buffer.PoolChunk in a.Loader@1: why).
                """);
        assertThat(ReportJson.of(PoolReport.of(reading, 10, false))).contains("\"notTracked\":[\"Pools of Netty\"]");
        assertThat(ReportText.of(PoolReport.of(noPools(lacking(ROCKS)), 10, false), Scale.B))
                .startsWith("No pool of a known library");
    }

    @Test
    void handles() {
        List<HandleUsage> none = List.of();

        Report report = HandleReport.of(none, 10, false, 0, lacking(ROCKS), NOW);

        assertThat(ReportText.of(report, Scale.KB)).isEqualTo("""
                UNKNOWN handles: not all classes of a library have hooks.
                Not fully tracked: Handles of org.rocksdb (org.rocksdb.A in a.Loader@1: why).
                """);
        assertThat(ReportJson.of(report)).contains("\"notTracked\":[\"Handles of org.rocksdb\"]");
        assertThat(ReportText.of(HandleReport.of(none, 10, false, 0, lacking(NETTY), NOW), Scale.KB))
                .isEqualTo(ReportText.of(HandleReport.of(none, 10, false, 0), Scale.KB));
    }
}
