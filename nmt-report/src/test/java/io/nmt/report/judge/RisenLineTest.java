package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import io.nmt.report.past.Rising.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class RisenLineTest {
    private static final long MIB = 1 << 20;
    private static final long START = 1_800_000_000_000L;
    private static final int POINTS = 14; // too few for a rise of the line
    private static final int FASTER = 8;

    /** 12 % were told of a line that had all of it, of growth that had become 40 times as fast. */
    @Test
    void theShareIsThatOfTheLineAlsoWhereTheGrowthBecameFaster() {
        Frame frame = new Frame("com.acme.Cache", "fill", "Cache.java", 7, false);
        History history = new History();
        history.name(new Site(1, "Direct Buffer", List.of(frame), frame, false, FreedBy.PROGRAM));
        for (int i = 0; i < POINTS; i++) {
            long risen = (long) i * MIB / 4 + Math.max(0, i - FASTER) * 8L * MIB;
            long all = 40 * MIB + risen;
            history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(all, 1, all))
                    .site(1, 8 * MIB + risen / 2)
                    .build());
        }
        HistoryReading reading = HistoryReading.of(history, 0);
        long start = reading.endMillis() - (POINTS - 1) * History.POINT_MILLIS;
        Rise rise = new Rise(start, reading.endMillis() - start, 0, 51 * MIB, MIB, 0, Rise.Before.LEVEL);
        Rising category = new Rising(Kind.CATEGORY, "Direct Buffer", Category.DIRECT_BUFFER.id(), rise, 91 * MIB, true);

        assertThat(RisenLine.find(reading, category).evidence())
                .isEqualTo(new Evidence(Basis.MOST_FROM_PERCENT, 50, "com.acme.Cache.fill(Cache.java:7)"));
    }
}
