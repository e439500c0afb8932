package io.nmt.core.internal.counters;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Sums over the counters of all threads, read while they count. Blocks are of 8 and 16 bytes, never live together. */
public final class SumsStress {
    private static final int CATEGORY = 1;

    /** In the time of one reading, many blocks come and go. */
    private static final int TURNS = 100;

    private static final int READINGS = 3;

    private SumsStress() {}

    private static void takeTurns(ThreadCounters allocating, ThreadCounters freeing) {
        for (int i = 0; i < TURNS; i++) {
            allocating.allocated(CATEGORY, 8);
            freeing.freed(CATEGORY, 8);
            allocating.allocated(CATEGORY, 16);
            freeing.freed(CATEGORY, 16);
        }
    }

    private static void readMost(Counters counters, JJ_Result r) {
        for (int i = 0; i < READINGS; i++) {
            CounterSums sums = counters.read();
            r.r1 = Math.max(r.r1, sums.liveBytes(CATEGORY));
            r.r2 = Math.max(r.r2, sums.liveBlocks(CATEGORY));
        }
    }

    /** One thread allocates and frees. */
    @JCStressTest
    @Description("What is read as live is never more than was live at some moment: not both blocks, of one thread.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "At most, none is live.")
    @Outcome(
            id = {"8, 0", "8, 1"},
            expect = ACCEPTABLE,
            desc = "At most, a first is live.")
    @Outcome(
            id = {"16, 0", "16, 1"},
            expect = ACCEPTABLE,
            desc = "At most, a second is live.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Bytes and blocks are counted one after the other.")
    @Outcome(expect = FORBIDDEN, desc = "More than was ever live, or less than nothing.")
    @State
    public static class OneThread {
        private final Counters counters = new Counters();
        private final ThreadCounters thread = counters.register(new ThreadCounters(counters, false));

        @Actor
        public void allocateAndFree() {
            takeTurns(thread, thread);
        }

        @Actor
        public void read(JJ_Result r) {
            readMost(counters, r);
        }
    }

    /** One thread allocates, another one frees; here, one actor is both, in turn. */
    @JCStressTest
    @Description("What is read as live is never more than was live at some moment: not both blocks, of two threads.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "At most, none is live.")
    @Outcome(
            id = {"8, 0", "8, 1"},
            expect = ACCEPTABLE,
            desc = "At most, a first is live.")
    @Outcome(
            id = {"16, 0", "16, 1"},
            expect = ACCEPTABLE,
            desc = "At most, a second is live.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Bytes and blocks are counted one after the other.")
    @Outcome(expect = FORBIDDEN, desc = "More than was ever live, or less than nothing.")
    @State
    public static class TwoThreads {
        private final Counters counters = new Counters();
        private final ThreadCounters first = counters.register(new ThreadCounters(counters, false));
        private final ThreadCounters second = counters.register(new ThreadCounters(counters, false));

        @Actor
        public void handOver() {
            takeTurns(first, second);
        }

        @Actor
        public void read(JJ_Result r) {
            readMost(counters, r);
        }
    }

    /** A thread uses categories that its counters have no room for yet. */
    @JCStressTest
    @Description("Counters that move to larger arrays are neither missed nor counted twice.")
    @Outcome(id = "0, 72", expect = ACCEPTABLE, desc = "The first block is in every reading, and in the end all are.")
    @Outcome(expect = FORBIDDEN, desc = "A block is missed, or counted twice.")
    @State
    public static class MoreCategories {
        private final Counters counters = new Counters();
        private final ThreadCounters thread = counters.register(new ThreadCounters(counters, false));

        public MoreCategories() {
            thread.allocated(CATEGORY, 8);
        }

        @Actor
        public void allocate() {
            thread.allocated(20, 16);
            thread.allocated(40, 16);
            thread.allocated(80, 16);
            thread.allocated(200, 16);
        }

        @Actor
        public void readSeveralTimes(JJ_Result r) {
            for (int i = 0; i < READINGS; i++) {
                r.r1 += Math.abs(8 - counters.read().liveBytes(CATEGORY));
            }
        }

        @Arbiter
        public void readLast(JJ_Result r) {
            r.r2 = counters.read().liveBytes(0);
        }
    }

    /** Virtual threads share counters where the JDK's carrier-thread-local is out of reach. */
    @JCStressTest
    @Description("No addition to shared counters is lost.")
    @Outcome(id = "24, 2", expect = ACCEPTABLE, desc = "Both are counted.")
    @Outcome(expect = FORBIDDEN, desc = "One is lost.")
    @State
    public static class SharedCounters {
        private final Counters counters = new Counters();
        private final ThreadCounters shared = counters.register(new ThreadCounters(counters, true));

        @Actor
        public void allocate() {
            shared.allocated(CATEGORY, 8);
        }

        @Actor
        public void allocateToo() {
            shared.allocated(CATEGORY, 16);
        }

        @Arbiter
        public void read(JJ_Result r) {
            CounterSums sums = counters.read();
            r.r1 = sums.liveBytes(CATEGORY);
            r.r2 = sums.liveBlocks(CATEGORY);
        }
    }
}
