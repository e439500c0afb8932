package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import io.nmt.core.model.Details;
import io.nmt.core.model.Pool;
import io.nmt.core.model.Scale;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetailReportTest {
    private static String pools(List<Pool> pools, Scale scale) {
        return ReportText.of(DetailReport.of(new Details(pools, List.of(), List.of(), List.of()), 10), scale);
    }

    @Test
    void nothingToTell() {
        assertThat(ReportText.of(DetailReport.of(NativeMemory.details(), 10), Scale.B))
                .isEmpty();
    }

    @Test
    void theStartOfALongList() {
        for (int i = 1; i <= 12; i++) {
            Origins.opened(16L * i, 40_000, Category.ZIP.id());
        }
        try {
            assertThat(ReportText.of(DetailReport.of(NativeMemory.details(), 10), Scale.KB)
                            .lines())
                    .hasSize(1 + 1 + 1 + 10)
                    .startsWith("Inflaters and Deflaters not ended, the oldest first (12, 10 shown)")
                    .contains(" 39KB   0 s   main");
        } finally {
            for (int i = 1; i <= 12; i++) {
                Origins.closed(16L * i);
            }
        }
    }

    @Test
    void temporaryBuffersByThread() {
        int categoryId = Category.NIO_TEMPORARY_BUFFER.id();
        Origins.opened(16, 5000, categoryId);
        Origins.opened(32, 2000, categoryId);
        try {
            assertThat(ReportText.of(DetailReport.of(NativeMemory.details(), 10), Scale.B)
                            .lines())
                    .startsWith("Temporary NIO buffers by thread, the most bytes first (1), in bytes")
                    .last()
                    .asString()
                    .matches(" *7,000 +2 +" + Thread.currentThread().getName());
            System.setProperty("jdk.nio.maxCachedBufferSize", "262144");
            assertThat(ReportText.of(DetailReport.of(NativeMemory.details(), 10), Scale.B)
                            .lines())
                    .startsWith("Temporary NIO buffers by thread, the most bytes first,"
                            + " jdk.nio.maxCachedBufferSize=262144 (1), in bytes");
        } finally {
            System.clearProperty("jdk.nio.maxCachedBufferSize");
            Origins.closed(16);
            Origins.closed(32);
        }
    }

    /** The system knows nothing of such an address. */
    @Test
    void aMappingThatIsGoneMeanwhile() {
        Origins.opened(16, 5000, Category.MAPPED_FILE.id());
        try {
            assertThat(ReportText.of(DetailReport.of(NativeMemory.details(), 10), Scale.B)
                            .lines())
                    .startsWith("Mapped files, the largest first (1), in bytes")
                    .last()
                    .asString()
                    .matches(" *5,000 +\\? +0 s +\\? +\\?");
        } finally {
            Origins.closed(16);
        }
    }

    @Test
    void pools() {
        String text = pools(
                List.of(
                        new Pool("io.netty.buffer.PooledByteBufAllocator", "Direct Buffer", 3, 12 << 20, 5000),
                        new Pool("a.A", "Direct Buffer", 1, 4 << 20, 0),
                        new Pool("a.A", "Unsafe", 1, 4 << 20, Pool.UNKNOWN),
                        new Pool("a.B", null, Pool.UNKNOWN, 1 << 20, Pool.UNKNOWN)),
                Scale.B);

        assertThat(text.lines())
                .startsWith("Pools, the largest first (4), in bytes")
                .endsWith(
                        "12,582,912    5,000        3   Direct Buffer   io.netty.buffer.PooledByteBufAllocator",
                        " 4,194,304        0        1   Direct Buffer   a.A",
                        " 4,194,304        ?        1          Unsafe   a.A",
                        " 1,048,576        ?        ?               ?   a.B",
                        "Direct Buffer has 16,777,216 B of Netty pool chunks, 5,000 B in use.",
                        "Unsafe has 4,194,304 B of Netty pool chunks, an unknown part in use.",
                        "Memory of an unknown category has 1,048,576 B of Netty pool chunks, an unknown part in use.");
    }

    @Test
    void manyPools() {
        String text = pools(Collections.nCopies(12, new Pool("a.A", "Direct Buffer", 1, 4 << 20, 5000)), Scale.KB);

        assertThat(text.lines())
                .hasSize(14)
                .startsWith("Pools, the largest first (12, 10 shown)")
                .endsWith("Direct Buffer has 48 MB of Netty pool chunks, 58.6 KB in use.");
    }

    @Test
    void noPools() {
        String text = pools(List.of(), Scale.B);
        assertThat(text.toString()).isEmpty();
    }
}
