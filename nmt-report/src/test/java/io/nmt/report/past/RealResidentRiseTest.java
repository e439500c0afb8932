package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * RSS and the heap of real programs in which something leaks after two minutes, a point each four seconds: what they
 * took before has no part in the rate, nor in the date.
 */
class RealResidentRiseTest {
    private static final long MB = 1 << 20;
    private static final long EACH_MILLIS = 4_000;
    private static final int POINTS_OF_MINUTE = 15;

    /** RSS in MB of a program that fills its heap in ten seconds, and leaks 60 MB a minute from point 16 on. */
    private static final int[] STEADY_RSS = {
        82, 146, 213, 274, 275, 275, 275, 276, 276, 276, 276, 276, 276, 276, 276, 276, 276, 278, 282, 286, 291,
        295, 300, 304, 308, 312, 316, 320, 324, 331, 334, 338, 342, 346, 360, 364, 369, 368, 372, 378, 382, 386,
        387, 391, 395, 399, 403, 406, 410, 415, 419, 423, 427, 430, 434, 438, 442, 446, 450, 454, 458, 462, 469,
        473, 476, 480, 484, 488, 492, 496
    };

    /** The used part of its heap of 380 MB. */
    private static final int[] STEADY_USED = {
        37, 100, 167, 8, 74, 138, 200, 40, 99, 158, 216, 58, 115, 166, 221, 45, 101, 163, 227, 65, 129, 191, 33,
        98, 168, 13, 81, 144, 206, 55, 127, 194, 41, 95, 162, 13, 79, 138, 210, 49, 120, 192, 41, 104, 174, 12,
        63, 110, 176, 10, 69, 128, 182, 10, 66, 119, 174, 6, 61, 118, 177, 12, 74, 118, 179, 222, 44, 113, 187,
        33
    };

    /** RSS of Tomcat, whose heap and threads grow for two minutes; it leaks 190 MB a minute from point 37 on. */
    private static final int[] TOMCAT_RSS = {
        91, 108, 124, 133, 129, 132, 139, 138, 140, 149, 158, 159, 162, 187, 177, 182, 183, 196, 215, 218, 217,
        220, 222, 228, 229, 238, 238, 239, 239, 239, 254, 254, 255, 255, 255, 255, 256, 256, 264, 277, 289, 302,
        315, 328, 341, 352, 371, 383, 396, 408, 421, 434, 447, 458, 468, 480, 492, 504, 516, 528, 540, 551, 562,
        573, 573, 575
    };

    /** The used part of its heap. */
    private static final int[] TOMCAT_USED = {
        7, 19, 17, 21, 16, 15, 16, 20, 19, 20, 24, 27, 32, 26, 25, 33, 33, 32, 41, 40, 40, 37, 48, 40, 51, 61,
        41, 49, 48, 61, 45, 46, 68, 59, 51, 44, 66, 60, 58, 59, 63, 71, 60, 60, 69, 65, 58, 74, 50, 68, 88, 66,
        88, 69, 60, 51, 77, 59, 76, 64, 61, 69, 70, 77, 72, 64
    };

    /** The committed part of its heap. */
    private static final int[] TOMCAT_HEAP = {
        256, 27, 27, 27, 27, 27, 27, 27, 29, 32, 32, 32, 42, 42, 42, 42, 42, 60, 60, 60, 60, 60, 67, 67, 67, 75, 75, 75,
        75, 75, 89, 89, 89, 89, 89, 89, 89, 89, 89, 89, 89, 89, 89, 89, 89, 104, 104, 104, 104, 104, 104, 104, 104, 104,
        104, 104, 104, 104, 104, 104, 104, 104, 104, 104, 104, 104
    };

    /** The rises that are told at each point, asked again and again; null where there is none. */
    private static List<Rise> told(int[] rss, int[] used, int[] heap) {
        History history = new History();
        List<Rise> told = new ArrayList<>();
        for (int i = 0; i < rss.length; i++) {
            history.add(new HistoryPoint.Builder(i * EACH_MILLIS)
                    .set(HistoryFigure.RSS, rss[i] * MB)
                    .set(HistoryFigure.HEAP_USED, used[i] * MB)
                    .set(HistoryFigure.HEAP, heap[i] * MB)
                    .build());
            HistoryReading.Rising rising =
                    HistoryReading.of(history, 0, HistoryReading.Source.LEFT, 0).rising(HistoryFigure.RSS);
            told.add(rising == null ? null : rising.rise());
        }
        return told;
    }

    private static int[] always(int value, int length) {
        int[] values = new int[length];
        java.util.Arrays.fill(values, value);
        return values;
    }

    /** It must have risen by as much as the heap had before: that took three minutes, with gaps. */
    @Test
    void theHeapThatWasUsedBeforeDoesNotHideIt() {
        List<Rise> told = told(STEADY_RSS, STEADY_USED, always(380, STEADY_RSS.length));
        int from = 16 + POINTS_OF_MINUTE + POINTS_OF_MINUTE / 2;
        for (int i = from; i < STEADY_RSS.length; i++) {
            Rise rise = told.get(i);
            assertThat(rise).as("point " + i).isNotNull();
            assertThat(rise.bytesPerMinute()).as("point " + i).isBetween(54 * MB, 72 * MB);
            assertThat(rise.sinceMillis() / EACH_MILLIS).as("point " + i).isBetween(13L, 21L);
        }
    }

    /** "+107 MB/min ± 21.5 since" the start of the process, at half of the rate. */
    @Test
    void whatRoseMoreSlowlyBeforeIsNoPartOfIt() {
        List<Rise> told = told(TOMCAT_RSS, TOMCAT_USED, TOMCAT_HEAP);
        for (int i = 37 + POINTS_OF_MINUTE + POINTS_OF_MINUTE / 4; i < TOMCAT_RSS.length; i++) {
            Rise rise = told.get(i);
            assertThat(rise).as("point " + i).isNotNull();
            assertThat(rise.bytesPerMinute()).as("point " + i).isBetween(170 * MB, 210 * MB);
            assertThat(rise.sinceMillis() / EACH_MILLIS).as("point " + i).isBetween(35L, 41L);
        }
    }
}
