package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
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
    private static final int FULL = 25; // the first point after a collection

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

    /** RSS of Derby, whose heap becomes smaller after a minute; from point 33 on, it makes pools that it keeps. */
    private static final int[] DERBY_RSS = {
        151, 191, 196, 197, 207, 224, 266, 266, 266, 285, 293, 293, 314, 314, 314, 211, 251, 254, 257, 259,
        258, 258, 258, 258, 258, 258, 259, 260, 262, 263, 263, 263, 264, 266, 267, 268, 269, 270, 271, 272,
        273, 275, 277, 281, 279, 281, 284, 286, 295, 297, 298, 298, 299, 300, 301, 302, 304, 305, 306, 308,
        309
    };

    /** The used part of its heap. */
    private static final int[] DERBY_USED = {
        68, 26, 41, 60, 83, 107, 39, 74, 110, 37, 82, 135, 44, 101, 162, 76, 68, 85, 56, 82, 51, 79, 58, 95, 83, 75, 65,
        110, 97, 93, 94, 100, 108, 107, 95, 80, 61, 112, 102, 88, 89, 87, 94, 112, 65, 83, 102, 119, 93, 102, 108, 117,
        126, 61, 70, 80, 90, 108, 135, 99, 69
    };

    /** The committed part of it. */
    private static final int[] DERBY_HEAP = {
        256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 117, 117, 117, 117, 117,
        117, 117, 117, 117, 117, 117, 118, 118, 120, 121, 121, 122, 123, 125, 125, 125, 125, 125, 126, 126,
        127, 128, 128, 129, 129, 131, 131, 132, 141, 141, 141, 141, 141, 141, 142, 142, 143, 144, 144, 145,
        146
    };

    /** RSS of OrientDB: its heap becomes larger again ten seconds after a leak that begins at point 37. */
    private static final int[] ORIENT_RSS = {
        138, 145, 153, 157, 185, 204, 216, 213, 222, 232, 245, 298, 346, 372, 377, 391, 397, 402, 409, 413,
        418, 328, 344, 350, 352, 353, 354, 355, 355, 356, 358, 358, 359, 360, 361, 362, 363, 364, 367, 369,
        372, 374, 361, 362, 366, 386, 452, 486, 489, 498, 500, 502, 509, 510, 512, 520, 524, 526, 528, 530,
        532, 534, 536, 538
    };

    /** The used part of its heap. */
    private static final int[] ORIENT_USED = {
        19, 37, 19, 27, 15, 23, 22, 21, 34, 33, 27, 76, 120, 58, 128, 81, 35, 107, 55, 132, 78, 22, 47, 29, 51, 22, 40,
        20, 34, 49, 23, 39, 57, 38, 62, 44, 22, 40, 34, 37, 49, 60, 51, 39, 44, 67, 146, 102, 178, 132, 90, 167, 125,
        82, 171, 144, 120, 99, 171, 157, 149, 138, 135, 133
    };

    /** The committed part of it. */
    private static final int[] ORIENT_HEAP = {
        380, 47, 47, 47, 47, 47, 47, 47, 47, 47, 213, 213, 213, 213, 213, 213, 213, 213, 213, 213, 213, 80, 80, 80, 80,
        80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 229, 229, 229, 229, 229, 229,
        229, 229, 229, 229, 229, 229, 229, 229, 229, 229, 229, 229, 229
    };

    /** RSS of a program that makes garbage: after point 24, a collection of the whole heap makes that smaller. */
    private static final int[] COLLECTED_RSS = {
        113, 156, 189, 224, 237, 237, 237, 237, 261, 294, 297, 297, 297, 297, 298, 303, 338, 343, 343, 343,
        343, 343, 343, 344, 344, 263, 263, 263, 263, 263, 288, 294, 294, 294, 295, 296, 296, 296, 296, 296,
        296, 296, 296, 297, 300, 300, 300, 300, 301, 303, 303, 303, 305, 305, 306, 306, 306, 307, 307, 308,
        308, 308, 308, 308, 310, 310, 310
    };

    /** The used part of its heap. */
    private static final int[] COLLECTED_USED = {
        107, 146, 183, 221, 109, 148, 189, 226, 262, 299, 114, 155, 193, 232, 269, 307, 346, 114, 151, 188, 224, 265,
        304, 342, 113, 96, 113, 153, 190, 231, 269, 139, 178, 135, 89, 127, 166, 204, 245, 114, 153, 196, 235, 275, 116,
        155, 197, 236, 275, 116, 154, 195, 233, 272, 107, 149, 187, 223, 264, 102, 141, 182, 221, 259, 97, 133, 173
    };

    /** The committed part of it. */
    private static final int[] COLLECTED_HEAP = {
        380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380, 380,
        380, 380, 380, 380, 380, 284, 284, 284, 284, 284, 284, 284, 284, 284, 284, 284, 284, 284, 284, 284,
        284, 284, 284, 284, 286, 286, 286, 286, 286, 287, 287, 287, 287, 287, 288, 288, 288, 288, 288, 289,
        289, 289, 289, 289, 292, 292, 292
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
            Rising rising =
                    HistoryReading.of(history, 0, HistoryReading.Source.LEFT, 0).rising(HistoryFigure.RSS);
            told.add(rising == null ? null : rising.rise());
        }
        return told;
    }

    private static int[] always(int value, int length) {
        int[] values = new int[length];
        Arrays.fill(values, value);
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

    /** The heap gave memory back and took some again: no line on RSS, at +26 MB/min. */
    @Test
    void aHeapThatBecameSmallerDoesNotHideIt() {
        List<Rise> told = told(DERBY_RSS, DERBY_USED, DERBY_HEAP);
        for (int i = DERBY_RSS.length - 2; i < DERBY_RSS.length; i++) {
            assertThat(told.get(i)).as("point " + i).isNotNull();
            assertThat(told.get(i).bytesPerMinute()).as("point " + i).isBetween(22 * MB, 30 * MB);
            assertThat(told.get(i).sinceMillis() / EACH_MILLIS).as("point " + i).isBetween(24L, 36L);
        }
    }

    /** "+78.4 MB/min ± 25.5 MB since" the start of the process: by two steps of the heap. */
    @Test
    void stepsOfTheHeapAreNoPartOfIt() {
        List<Rise> told = told(ORIENT_RSS, ORIENT_USED, ORIENT_HEAP);
        for (int i = 37; i < ORIENT_RSS.length; i++) {
            Rise rise = told.get(i);
            assertThat(rise == null || rise.sinceMillis() / EACH_MILLIS >= 47)
                    .as("point " + i)
                    .isTrue();
        }
    }

    /** For a minute, no line on RSS: the leak was too young, and what had risen before was no more told. */
    @Test
    void aMuchFasterRiseIsToldWithinFortySeconds() {
        int[] rss = new int[120];
        for (int i = 0; i < rss.length; i++) {
            rss[i] = 200 + i + 10 * Math.max(0, i - 60);
        }
        List<Rise> told = told(rss, always(20, rss.length), always(64, rss.length));
        for (int i = 30; i < rss.length; i++) {
            Rise rise = told.get(i);
            assertThat(rise).as("point " + i).isNotNull();
            if (i >= 60 + 10) {
                assertThat(Math.abs(rise.bytesPerMinute() - 165 * MB))
                        .as("point " + i)
                        .isLessThanOrEqualTo(3 * rise.errorPerMinute() + MB);
                assertThat(rise.sinceMillis() / EACH_MILLIS).as("point " + i).isBetween(57L, 63L);
            }
        }
    }

    /** "The Java heap was first used for" a part of each collection, where the points of a recording are close. */
    @Test
    void theHeapIsNotFirstUsedByPointsThatAreClose() {
        List<HistoryPoint> points = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int used = 100 + 4 * (i % 10);
            long millis = i * EACH_MILLIS;
            points.add(point(millis, 300 + 10 * i, used));
            points.add(point(millis + 10, 300 + 10 * i, used + 2));
        }
        assertThat(Arrays.stream(HeapFirstUse.bytes(points)).max().orElseThrow())
                .isLessThanOrEqualTo(150 * MB);
    }

    private static HistoryPoint point(long millis, int rss, int used) {
        return new HistoryPoint.Builder(millis)
                .set(HistoryFigure.RSS, rss * MB)
                .set(HistoryFigure.HEAP_USED, used * MB)
                .set(HistoryFigure.HEAP, 400 * MB)
                .build();
    }

    /** After {@code unreachable}, the heap takes again what it gave back: 32 MB within 20 s. */
    @Test
    void aHeapThatComesBackAfterACollectionIsNoRise() {
        List<HistoryPoint> points = new ArrayList<>();
        for (int i = 0; i < COLLECTED_RSS.length; i++) {
            points.add(new HistoryPoint.Builder(i * EACH_MILLIS)
                    .set(HistoryFigure.RSS, COLLECTED_RSS[i] * MB)
                    .set(HistoryFigure.HEAP_USED, COLLECTED_USED[i] * MB)
                    .set(HistoryFigure.HEAP, COLLECTED_HEAP[i] * MB)
                    .build());
        }
        long[] heap = HeapFirstUse.bytes(points);

        assertThat(told(COLLECTED_RSS, COLLECTED_USED, COLLECTED_HEAP).subList(FULL, COLLECTED_RSS.length))
                .containsOnlyNulls();
        assertThat(heap[FULL - 1] - heap[FULL]).isBetween(60 * MB, 100 * MB);
        assertThat(heap[FULL + 8] - heap[FULL]).isBetween(25 * MB, 40 * MB);
    }
}
