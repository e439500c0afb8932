package io.nmt.testkit.plants;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.page.PageProcess;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedJvmMemory;
import io.nmt.report.page.RecordedResident;
import io.nmt.report.page.SampledBlocks;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A recording of a planted process, as it was read. */
public final class FixedCourse {
    private static final long PID = 4711;
    private static final long OLDEST_NANOS = 30 * 60_000_000_000L;
    private static final CategoryUsage NOTHING = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
    private static final Coverage FROM_START = new Coverage(true, null, List.of());

    private FixedCourse() {}

    /** Tells whether a recording is long enough: samples tell sooner than the past of a process does. */
    public static boolean isLongEnough(FixedPlant plant) {
        return plant.past().points() * FixedPast.POINT_MILLIS >= HistoryReading.LATELY_MILLIS;
    }

    /** Records a plant's past, and at its end its lines of code. */
    public static RecordedCourse of(FixedPlant plant) {
        List<HistoryPoint> points = plant.past().history().points(0);
        Map<Integer, Site> sites = new HashMap<>();
        List<SiteUsage> last = new ArrayList<>();
        HistoryPoint end = points.get(points.size() - 1);
        HistoryReading.of(plant.past().history(), 0).sites().forEach((id, site) -> {
            Site recorded = new Site(0, site.category(), site.frames(), site.leading(), false, site.freedBy());
            sites.put(id, recorded);
            last.add(SiteUsage.recorded(recorded, end.sites().get(id), 0, 100, 0, OLDEST_NANOS));
        });
        Instant from = Instant.ofEpochMilli(points.get(0).millis());
        Instant to = Instant.ofEpochMilli(end.millis());
        Snapshot snapshot = new Snapshot(to, List.of(), NOTHING, false, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, FROM_START);
        return new RecordedCourse(
                new RecordedMemory(from, to, new MemoryReading(snapshot, last, null), true, to, false, false, 0),
                new PageProcess(PID, "17", "com.acme.Main"),
                from.toEpochMilli(),
                to.toEpochMilli(),
                points,
                sites,
                List.of(),
                SampledBlocks.NONE,
                MadeReading.NONE,
                1,
                0,
                false,
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);
    }
}
