package io.nmt.core.internal.sites;

import static io.nmt.core.internal.sites.SimulatedSite.MINUTE;
import static io.nmt.core.internal.sites.SimulatedSite.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The growth of what the collector frees, such as class loaders: two are made each second, of which one in ten is kept.
 * It is the net growth, however long the last collection is ago, and not all that was made since.
 */
class CollectedCountTest {
    private static final long KEPT_PER_MINUTE = 12;
    private static final Site LINE = new Site(1, "Class Loaders", List.of(), null, false, FreedBy.COLLECTOR);

    private final SampleSum held = new SampleSum(0);
    private final List<Long> made = new ArrayList<>();
    private final List<Boolean> kept = new ArrayList<>();

    private void collect(long now) {
        for (int i = made.size() - 1; i >= 0; i--) {
            if (!kept.get(i)) {
                held.freed(1, now);
                made.remove(i);
                kept.remove(i);
            }
        }
    }

    private HandleSite told(long now) {
        CountSum sum = new CountSum(held, now, now);
        made.forEach(time -> sum.add(SampleRecord.of(1, 0, time), 1));
        return sum.usage(LINE, 0, Long.MAX_VALUE, List.of());
    }

    @Test
    void growthIsNetOfWhatIsCollected() {
        int asked = 0;
        List<String> off = new ArrayList<>();
        for (long period : new long[] {30, 45, 60, 90, 120}) {
            for (int seed = 0; seed < 20; seed++) {
                asked += new CollectedCountTest().ask(period * SECOND, seed, off);
            }
        }
        assertThat(off).as("of %d answers", asked).hasSizeLessThan(asked / 1000);
    }

    private int ask(long period, int seed, List<String> off) {
        Random random = new Random(seed);
        int asked = 0;
        for (long now = 0; now < 20 * MINUTE; now += SECOND / 2) {
            held.allocated(1, now);
            made.add(now);
            kept.add(random.nextInt(10) == 0);
            if (now % period == period - SECOND) {
                collect(now);
            }
            if (now % (5 * SECOND) == 0 && now >= 4 * period) {
                HandleSite told = told(now);
                asked += told.growing() ? 1 : 0;
                long began = now - told.growingForNanos() / SampleRecord.NANOS_PER_UNIT;
                boolean isNet = told.growthPerMinute() <= 3 * KEPT_PER_MINUTE && began <= 4 * MINUTE;
                if (told.growing() && !isNet) {
                    off.add(told.growthPerMinute() + "/min since " + began / SECOND + " s, every " + period / SECOND
                            + " s, at " + now / SECOND + " s");
                }
            }
        }
        return asked;
    }
}
