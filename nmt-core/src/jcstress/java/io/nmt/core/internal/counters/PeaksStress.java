package io.nmt.core.internal.counters;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** Peaks that several threads raise. */
public final class PeaksStress {
    private static final int CATEGORY = 1;
    private static final long KB = 1024;

    private final Counters counters = new Counters();
    private final ThreadCounters first = counters.register(new ThreadCounters(counters, false));
    private final ThreadCounters second = counters.register(new ThreadCounters(counters, false));

    private PeaksStress() {}

    private static PeaksStress exact() {
        PeaksStress race = new PeaksStress();
        race.counters.peaks().makeExact();
        return race;
    }

    /** Nothing is freed. */
    @JCStressTest
    @Description("Exact mode: the peak is the true one, of the category and in all.")
    @Outcome(id = "8, 8, 8", expect = ACCEPTABLE, desc = "Both blocks.")
    @Outcome(expect = FORBIDDEN, desc = "A higher peak was overwritten by a lower one.")
    @State
    public static class Exact {
        private final PeaksStress race = exact();

        @Actor
        public void allocate() {
            race.first.allocated(CATEGORY, 3);
        }

        @Actor
        public void allocateToo() {
            race.second.allocated(CATEGORY, 5);
        }

        @Arbiter
        public void peaks(JJJ_Result r) {
            r.r1 = race.counters.peaks().peakBytes(CATEGORY);
            r.r2 = race.counters.peaks().peakBytes(0);
            r.r3 = race.counters.peaks().peakReservedBytes(0);
        }
    }

    /** Both free what they allocated, so that the true peak depends on how they meet. */
    @JCStressTest
    @Description("Exact mode: the peak is one that was reached.")
    @Outcome(id = "5, 5", expect = ACCEPTABLE, desc = "One block after the other.")
    @Outcome(id = "8, 8", expect = ACCEPTABLE, desc = "Both at once.")
    @Outcome(id = "8, 5", expect = ACCEPTABLE, desc = "The category's total and the overall one are two words.")
    @Outcome(id = "5, 8", expect = ACCEPTABLE, desc = "The category's total and the overall one are two words.")
    @Outcome(expect = FORBIDDEN, desc = "Above or below the true peak.")
    @State
    public static class ExactUpAndDown {
        private final PeaksStress race = exact();

        @Actor
        public void upAndDown() {
            race.first.allocated(CATEGORY, 3);
            race.first.freed(CATEGORY, 3);
        }

        @Actor
        public void upAndDownToo() {
            race.second.allocated(CATEGORY, 5);
            race.second.freed(CATEGORY, 5);
        }

        @Arbiter
        public void peaks(JJ_Result r) {
            r.r1 = race.counters.peaks().peakBytes(CATEGORY);
            r.r2 = race.counters.peaks().peakBytes(0);
        }
    }

    /** The count that goes with a peak. */
    @JCStressTest
    @Description("Exact mode: the count at a peak is that of its moment, give or take a block that is being counted;"
            + " alone, exact.")
    @Outcome(
            id = {"15, 3, 4", "15, 2, 4"},
            expect = ACCEPTABLE,
            desc = "Of the peak's moment.")
    @Outcome(
            id = "15, 1, 4",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Of a lower peak, written after the higher one's.")
    @Outcome(expect = FORBIDDEN, desc = "Not the peak, or a count that never was.")
    @State
    public static class ExactBlocks {
        private final PeaksStress race = exact();

        @Actor
        public void allocate() {
            race.first.allocated(CATEGORY, 3);
        }

        @Actor
        public void allocateTwice() {
            race.second.allocated(CATEGORY, 5);
            race.second.allocated(CATEGORY, 7);
        }

        @Arbiter
        public void peaks(JJJ_Result r) {
            r.r1 = race.counters.peaks().peakBytes(CATEGORY);
            r.r2 = race.counters.peaks().blocksAtPeak(CATEGORY);
            race.first.allocated(CATEGORY, 1);
            r.r3 = race.counters.peaks().blocksAtPeak(CATEGORY);
        }
    }

    /*
     * What the peak can be, in KiB. A first block is in it (20); a thread whose addition passes the mark finds the
     * shared total (20, 40 or 60, while 40 alone is below the mark of 20 + 32 that the first one has set) and what the
     * other thread has not published: all of it, or, if that was counting, at least -16 (24 of 40, 44 of 60). A reader
     * lifts it to what it finds, 0, 20 or 40, since the second thread has nothing then.
     */
    /** Fast mode: threads lift the peak, and so does a reader. */
    @JCStressTest
    @Description("Fast mode: a peak is never above the true one, and never below what a reader finds live.")
    @Outcome(
            id = {"40960, 0", "40960, 20480", "40960, 40960"},
            expect = ACCEPTABLE,
            desc = "Each block after the other.")
    @Outcome(
            id = {"61440, 0", "61440, 20480", "61440, 40960"},
            expect = ACCEPTABLE,
            desc = "Both at once.")
    @Outcome(
            id = {"20480, 0", "20480, 20480"},
            expect = ACCEPTABLE,
            desc = "It lags, by the slack of 32 KiB at most.")
    @Outcome(
            id = {"24576, 0", "24576, 20480", "45056, 0", "45056, 20480", "45056, 40960"},
            expect = ACCEPTABLE,
            desc = "It lags by 16 KiB: the other thread was counting at that moment.")
    @Outcome(expect = FORBIDDEN, desc = "Above the true peak, or below what was read.")
    @State
    public static class Fast {
        private final PeaksStress race = new PeaksStress();

        @Actor
        public void upAndDown() {
            race.first.allocated(CATEGORY, 20 * KB);
            race.first.freed(CATEGORY, 20 * KB);
            race.first.allocated(CATEGORY, 40 * KB);
            race.first.freed(CATEGORY, 40 * KB);
        }

        @Actor
        public void upDownAndRead(JJ_Result r) {
            race.second.allocated(CATEGORY, 20 * KB);
            race.second.freed(CATEGORY, 20 * KB);
            r.r2 = race.counters.read().liveBytes(CATEGORY);
        }

        @Arbiter
        public void peak(JJ_Result r) {
            r.r1 = race.counters.peaks().peakBytes(CATEGORY);
        }
    }

    /** A block that is freed at once, while a reader folds, mends and lifts. */
    @JCStressTest
    @Description("Fast mode: a reader keeps no thread from lifting its peak.")
    @Outcome(id = "1048576, 1048576", expect = ACCEPTABLE, desc = "The peak, of the category and in all.")
    @Outcome(expect = FORBIDDEN, desc = "The block is not in the peak, or something else is.")
    @State
    public static class MomentWhileRead {
        private final PeaksStress race = new PeaksStress();

        @Actor
        public void allocateAndFree() {
            race.first.allocated(CATEGORY, 1024 * KB);
            race.first.freed(CATEGORY, 1024 * KB);
        }

        @Actor
        public void read() {
            race.counters.read();
        }

        @Arbiter
        public void peaks(JJ_Result r) {
            r.r1 = race.counters.peaks().peakBytes(CATEGORY);
            r.r2 = race.counters.peaks().peakBytes(0);
        }
    }

    /** Two blocks that are freed at once, and in between one that is published later. */
    @JCStressTest
    @Description("Fast mode: the peak has all of what a thread takes for a moment, whatever another one does.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Within the bound.")
    @Outcome(expect = FORBIDDEN, desc = "Above the highest that there can be, or too low.")
    @State
    public static class MomentWhileCounting {
        private final PeaksStress race = new PeaksStress();

        @Actor
        public void allocateAndFree() {
            race.first.allocated(CATEGORY, 1024 * KB);
            race.first.freed(CATEGORY, 1024 * KB);
        }

        @Actor
        public void allocateAndFreeToo() {
            race.second.allocated(CATEGORY, 5 * KB);
            race.second.allocated(CATEGORY, 40 * KB);
            race.second.freed(CATEGORY, 40 * KB);
            race.second.freed(CATEGORY, 5 * KB);
        }

        @Arbiter
        public void peaks(JJ_Result r) {
            r.r1 = inBound(race.counters.peaks().peakBytes(CATEGORY));
            r.r2 = inBound(race.counters.peaks().peakBytes(0));
        }

        private static long inBound(long peak) {
            return peak >= (1024 - 32) * KB && peak <= (1024 + 45) * KB ? 1 : peak;
        }
    }

    /** An error has left a total too low; a reader mends it while another thread publishes. */
    @JCStressTest
    @Description("A total is mended once, and what is published meanwhile stays in it.")
    @Outcome(id = "12582912", expect = ACCEPTABLE, desc = "All that is live.")
    @Outcome(expect = FORBIDDEN, desc = "Mended twice, or a publication is lost.")
    @State
    public static class Mending {
        private final PeaksStress race = new PeaksStress();

        public Mending() {
            race.first.allocated(CATEGORY, 4096 * KB);
            race.counters.peaks().publish(CATEGORY, -1024 * KB, 0);
        }

        @Actor
        public void publish() {
            race.second.allocated(CATEGORY, 2048 * KB);
            race.second.freed(CATEGORY, 1024 * KB);
            race.second.allocated(CATEGORY, 3072 * KB);
        }

        @Actor
        public void mend() {
            race.counters.read();
        }

        @Actor
        public void mendToo() {
            race.counters.read();
        }

        @Arbiter
        public void peak(J_Result r) {
            race.counters.read();
            race.first.allocated(CATEGORY, 4096 * KB);
            race.first.freed(CATEGORY, 4096 * KB);
            r.r1 = race.counters.peaks().peakBytes(CATEGORY);
        }
    }
}
