package io.nmt.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.categories.Category;
import io.nmt.core.origins.Origins;
import org.junit.jupiter.api.Test;

class DetailReportTest {
    @Test
    void nothingToTell() {
        assertThat(DetailReport.of(Scale.B)).isEmpty();
    }

    @Test
    void theBeginOfALongList() {
        for (int i = 1; i <= 12; i++) {
            Origins.opened(16L * i, 40_000, Category.ZIP.id());
        }
        try {
            assertThat(DetailReport.of(Scale.KB).lines())
                    .hasSize(1 + 1 + 1 + 1 + 10)
                    .startsWith("", "Inflaters and Deflaters not ended, the oldest first (12, 10 shown)")
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
            assertThat(DetailReport.of(Scale.B).lines())
                    .startsWith("", "Temporary NIO buffers by thread, the most bytes first (1)")
                    .last()
                    .asString()
                    .matches(" *7,000 +2 +" + Thread.currentThread().getName());
            System.setProperty("jdk.nio.maxCachedBufferSize", "262144");
            assertThat(DetailReport.of(Scale.B).lines())
                    .startsWith(
                            "",
                            "Temporary NIO buffers by thread, the most bytes first, jdk.nio.maxCachedBufferSize=262144 (1)");
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
            assertThat(DetailReport.of(Scale.B).lines())
                    .startsWith("", "Mapped files, the largest first (1)")
                    .last()
                    .asString()
                    .matches(" *5,000 +\\? +0 s +\\? +\\?");
        } finally {
            Origins.closed(16);
        }
    }
}
