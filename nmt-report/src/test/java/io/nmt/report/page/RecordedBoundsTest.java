package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Call sites of a recording are together no more than their category. */
class RecordedBoundsTest {
    private static final int TABLES = 10_000;
    private static final String[] CATEGORIES = {"Direct Buffer", "Unsafe", "Mapped File"};

    private static Site site(String category, int line) {
        Frame frame = new Frame("com.acme.Cache", "fill", "Cache.java", line, false);
        return new Site(0, category, List.of(frame), frame, false, FreedBy.UNKNOWN);
    }

    private static CategoryUsage usage(String category, long bytes, long count) {
        return new CategoryUsage(category, bytes, bytes, count, bytes, bytes, count);
    }

    private static Snapshot snapshot(List<CategoryUsage> categories) {
        return new Snapshot(
                Instant.EPOCH,
                categories,
                usage("Total", 0, 0),
                true,
                0,
                0,
                0,
                0,
                0,
                Snapshot.UNKNOWN,
                Coverage.UNKNOWN);
    }

    private static long bytes(List<SiteUsage> sites, String category) {
        return sites.stream()
                .filter(usage -> usage.site().category().equals(category))
                .mapToLong(SiteUsage::liveBytes)
                .sum();
    }

    private static long count(List<SiteUsage> sites, String category) {
        return sites.stream()
                .filter(usage -> usage.site().category().equals(category))
                .mapToLong(SiteUsage::liveCount)
                .sum();
    }

    @Test
    void sitesNeverExceedTheirCategory() {
        int bounded = 0;
        for (int seed = 0; seed < TABLES; seed++) {
            Random random = new Random(seed);
            List<SiteUsage> sites = new ArrayList<>();
            for (int i = random.nextInt(20); i > 0; i--) {
                long bytes = random.nextLong(1 << 24);
                long error = random.nextInt(4) == 0 ? 0 : random.nextLong(1 << 22);
                sites.add(SiteUsage.recorded(
                        site(CATEGORIES[random.nextInt(CATEGORIES.length)], i),
                        bytes,
                        error,
                        random.nextInt(100),
                        bytes + random.nextLong(1 << 22),
                        0));
            }
            List<CategoryUsage> categories = new ArrayList<>();
            for (String category : CATEGORIES) {
                long exact = sites.stream()
                        .filter(usage -> usage.site().category().equals(category) && usage.standardErrorBytes() == 0)
                        .mapToLong(SiteUsage::liveBytes)
                        .sum();
                categories.add(usage(category, exact + random.nextLong(1 << 25), 2000));
            }
            List<SiteUsage> within = RecordedBounds.within(sites, snapshot(categories));
            assertThat(within).hasSameSizeAs(sites);
            for (CategoryUsage category : categories) {
                assertThat(bytes(within, category.category())).as("%d", seed).isLessThanOrEqualTo(category.committed());
                bounded += bytes(within, category.category()) < bytes(sites, category.category()) ? 1 : 0;
            }
        }
        assertThat(bounded).isGreaterThan(TABLES / 10);
    }

    /** 84.6 MB of a category that has exactly 73.7. */
    @Test
    void theOnlySiteOfACategoryIsNoMoreThanThatAndAllOthersStay() {
        SiteUsage direct = SiteUsage.recorded(site("Direct Buffer", 1), 84_600, 6_300, 20, 90_000, 1);
        SiteUsage other = SiteUsage.recorded(site("Unsafe", 2), 10_000, 100, 10, 10_000, 1);
        SiteUsage unknown = SiteUsage.recorded(site("Zip", 3), 5_000, 100, 1, 5_000, 1);
        List<SiteUsage> within = RecordedBounds.within(
                List.of(direct, other, unknown),
                snapshot(List.of(usage("Direct Buffer", 73_700, 18), usage("Unsafe", 20_000, 10))));
        assertThat(within.get(0).liveBytes()).isEqualTo(73_700);
        assertThat(within.get(0).liveCount()).isEqualTo(18);
        assertThat(within.get(0).peakBytes()).isEqualTo(73_700);
        assertThat(within.get(1).liveBytes()).isEqualTo(10_000);
        assertThat(within.get(2)).isEqualTo(unknown);
        assertThat(count(within, "Unsafe")).isEqualTo(10);
    }
}
