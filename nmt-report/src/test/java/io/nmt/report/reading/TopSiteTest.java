package io.nmt.report.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopSiteTest {
    private static SiteUsage usage(String category, String method, long bytes) {
        Frame frame = new Frame("com.acme.TwoPaths", method, "TwoPaths.java", 4, false);
        Site site = new Site(1, category, List.of(frame), frame, false, FreedBy.UNKNOWN);
        return SiteUsage.recorded(site, bytes, 0, 1, bytes, 0);
    }

    @Test
    void theLineWithMostOfEachCategoryHasItsPartOfIt() {
        CategoryUsage unsafe = new CategoryUsage("Unsafe", 0, 1000, 0, 0, 0, 0);
        CategoryUsage jna = new CategoryUsage("JNA", 0, 400, 0, 0, 0, 0);
        CategoryUsage total = new CategoryUsage("Total", 0, 1400, 0, 0, 0, 0);
        Snapshot snapshot = new Snapshot(
                Instant.EPOCH, List.of(unsafe, jna), total, true, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, Coverage.UNKNOWN);

        Map<String, ResidentReading.TopSite> sites = ResidentReader.topSites(
                snapshot, List.of(usage("Unsafe", "take", 1000), usage("JNA", "call", 100), usage("JNA", "other", 50)));

        assertThat(sites)
                .containsOnly(
                        Map.entry("Unsafe", new ResidentReading.TopSite("com.acme.TwoPaths.take(TwoPaths.java:4)", 1)),
                        Map.entry("JNA", new ResidentReading.TopSite("com.acme.TwoPaths.call(TwoPaths.java:4)", 0.25)));
    }
}
