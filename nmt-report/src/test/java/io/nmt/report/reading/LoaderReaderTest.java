package io.nmt.report.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Site;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Loaders that were not seen to be made. */
class LoaderReaderTest {
    private static final LoaderStats STATS = new LoaderStats(
            0, Map.of("A", new OfClass(300, 0, 0, 0, 0), "B", new OfClass(300, 0, 0, 0, 0), "<boot>", ofClass(1)));

    private static OfClass ofClass(long loaders) {
        return new OfClass(loaders, 0, 0, 0, 0);
    }

    private static MadeLoaders made(String name, int line, long count, long samples) {
        Frame frame = new Frame("com.acme.Plugins", "load", "Plugins.java", line, false);
        Site site = new Site(line, "Class Loaders", List.of(frame), frame, false, FreedBy.UNKNOWN, null, 0);
        HandleSite usage = new HandleSite(site, count, 0, 0, samples, 0, 0, 0, false, 0, 0, List.of());
        return new MadeLoaders(name, "", count, 0, null, usage);
    }

    @Test
    void areThoseOfTheClassThatNoLineHas() {
        List<MadeLoaders> seen = List.of(made("A", 1, 150, 150), made("A", 2, 50, 50), made("B", 3, 400, 400));
        Map<String, Long> unseen = LoaderReader.unseen(STATS, seen);
        assertThat(unseen).containsOnly(Map.entry("A", 100L));

        LoaderReading reading = new LoaderReading(seen, STATS, unseen);
        assertThat(seen).extracting(reading::all).containsExactly(250L, 50L, 400L);
    }

    @Test
    void areUnknownWhereLoadersAreSampled() {
        assertThat(LoaderReader.unseen(STATS, List.of(made("A", 1, 150, 75), made("A", 2, 50, 50))))
                .isEmpty();
    }

    /** Half of the loaders had no classes: by the mean of the others, their metaspace was told twice. */
    @Test
    void loadersWithoutClassesHaveNoMetaspace() {
        List<MadeLoaders> seen = List.of(made("A", 1, 1000, 1000), made("A", 2, 400, 400), made("B", 3, 100, 100));
        LoaderStats stats = new LoaderStats(
                0,
                Map.of("A", new OfClass(700, 7, 0, 14_000, 13_000), "B", new OfClass(200, 9, 0, 2_000, 1_000)),
                LoaderStats.NO_LOADERS,
                LoaderReader.counts(seen));
        LoaderReading reading = new LoaderReading(seen, stats);
        assertThat(seen).extracting(reading::metaspaceBytes).containsExactly(10_000L, 4_000L, 1_000L);
        MadeLoaders more = made("A", 1, 1_700, 1_700);
        assertThat(new LoaderReading(List.of(more), stats).metaspaceBytes(more))
                .as("later there are more")
                .isEqualTo(17_000);
    }
}
