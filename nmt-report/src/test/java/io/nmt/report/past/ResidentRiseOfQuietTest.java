package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** RSS of a process that warms up, a point each four seconds: it grows for minutes, and less and less. */
class ResidentRiseOfQuietTest {
    private static final long MB = 1 << 20;
    private static final long EACH_MILLIS = 4_000;
    private static final int START_POINTS = 5;
    private static final int AFTER_WARM_UP = 49;

    /** RSS of the soak's program {@code threads}, in MB: threads that come and go, with temporary buffers. */
    private static final int[] OF_THREADS = {
        69, 80, 97, 98, 110, 131, 132, 133, 136, 140, 177, 192, 206, 215, 216, 218, 221, 225, 233, 236, 237, 234, 238,
        240, 241, 242, 250, 253, 252, 254, 254, 259, 259, 260, 268, 268, 268, 270, 270, 271, 273, 274, 281, 282, 282,
        282, 283, 283, 283, 286, 286, 286, 286, 287, 288, 288, 291, 291, 291, 292, 292, 292, 293, 293, 293, 293, 293,
        293, 293, 293, 294, 296, 296, 297, 297, 297, 297, 297, 299, 299, 300, 301, 302, 302, 302, 302, 302, 303, 305,
        306, 306, 307, 307, 307, 307, 307, 307, 307, 307, 307, 307, 309
    };

    private static Rise rise(int points, IntToLongFunction megabytes) {
        History history = new History();
        for (int i = 0; i < points; i++) {
            history.add(new HistoryPoint.Builder(1_000_000 + i * EACH_MILLIS)
                    .set(HistoryFigure.RSS, megabytes.applyAsLong(i) * MB)
                    .build());
        }
        Rising rss = HistoryReading.of(history, 0).rising(HistoryFigure.RSS);
        return rss == null ? null : rss.rise();
    }

    @Test
    void isNoRise() {
        List<Integer> told = new ArrayList<>();
        for (int points = AFTER_WARM_UP; points <= OF_THREADS.length; points++) {
            if (rise(points, i -> OF_THREADS[i]) != null) {
                told.add(points);
            }
        }
        assertThat(told).isEmpty();
    }

    /** It started with 100 MB in 20 s; two and a half minutes later the leak is told. */
    @Test
    void hidesNoLeakForLong() {
        Rise rise = rise(43, i -> i < START_POINTS ? 40 + 20 * i : 140 + (i - START_POINTS) * 2);
        assertThat(rise).isNotNull();
        assertThat(rise.bytesPerMinute()).isBetween(28 * MB, 32 * MB);
        assertThat(rise.sinceMillis()).isBetween(1_000_000L, 1_000_000 + 12 * EACH_MILLIS);
    }
}
