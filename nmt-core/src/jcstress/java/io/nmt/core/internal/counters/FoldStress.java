package io.nmt.core.internal.counters;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The counters of ended threads are folded into one. */
public final class FoldStress {
    /*
    * The end of a thread is what the collector makes of it: the reference to its counters is cleared. Between a
    * thread's last instruction and that there is at least a handshake with all threads, so here a release fence stands
    * for it.
    *

    */
    private static final int CATEGORY = 1;

    /** So many may register, besides as many as there were, before one of them folds. */
    private static final int FEW_THREADS = 64;

    private FoldStress() {}

    private static ThreadCounters register(Counters counters) {
        return counters.register(new ThreadCounters(counters, false));
    }

    private static void end(ThreadCounters thread) {
        VarHandle.releaseFence();
        thread.entry.clear();
    }

    private static Counters withAnEndedThread() {
        Counters counters = new Counters();
        ThreadCounters ended = register(counters);
        ended.allocated(CATEGORY, 10);
        ended.freed(CATEGORY, 3);
        end(ended);
        register(counters);
        return counters;
    }

    /** Both fold. */
    @JCStressTest
    @Description("The sum is the same before, while and after an ended thread is folded.")
    @Outcome(id = "7, 7, 7", expect = ACCEPTABLE, desc = "Counted once.")
    @Outcome(expect = FORBIDDEN, desc = "The ended thread is missed, or counted twice.")
    @State
    public static class TwoReaders {
        private final Counters counters = withAnEndedThread();

        @Actor
        public void read(JJJ_Result r) {
            r.r1 = counters.read().liveBytes(CATEGORY);
        }

        @Actor
        public void readToo(JJJ_Result r) {
            r.r2 = counters.read().liveBytes(CATEGORY);
        }

        @Arbiter
        public void readLast(JJJ_Result r) {
            r.r3 = counters.read().liveBytes(CATEGORY);
        }
    }

    /** One reads and so folds, the other pushes to the same list. */
    @JCStressTest
    @Description("A thread that registers while another one is folded is not lost, nor is the one that is folded.")
    @Outcome(
            id = {"7, 12", "12, 12"},
            expect = ACCEPTABLE,
            desc = "Both are counted once.")
    @Outcome(expect = FORBIDDEN, desc = "One of them is missed, or counted twice.")
    @State
    public static class Registration {
        private final Counters counters = withAnEndedThread();

        @Actor
        public void read(JJ_Result r) {
            r.r1 = counters.read().liveBytes(CATEGORY);
        }

        @Actor
        public void registerAndAllocate() {
            register(counters).allocated(CATEGORY, 5);
        }

        @Arbiter
        public void readLast(JJ_Result r) {
            r.r2 = counters.read().liveBytes(CATEGORY);
        }
    }

    /** Both push to the list. */
    @JCStressTest
    @Description("Of two threads that register at once, none is lost.")
    @Outcome(id = "20, 2", expect = ACCEPTABLE, desc = "Both are counted.")
    @Outcome(expect = FORBIDDEN, desc = "One is lost.")
    @State
    public static class TwoRegistrations {
        private final Counters counters = withAnEndedThread();

        @Actor
        public void registerAndAllocate() {
            register(counters).allocated(CATEGORY, 5);
        }

        @Actor
        public void registerAndAllocateToo() {
            register(counters).allocated(CATEGORY, 8);
        }

        @Arbiter
        public void read(JJ_Result r) {
            CounterSums sums = counters.read();
            r.r1 = sums.liveBytes(CATEGORY);
            r.r2 = sums.liveBlocks(CATEGORY);
        }
    }

    /** So many threads have come and gone that the next one folds them. */
    @JCStressTest
    @Description("Threads that are folded because another one registers are counted once.")
    @Outcome(
            id = {"0, 5", "5, 5"},
            expect = ACCEPTABLE,
            desc = "All are counted once.")
    @Outcome(expect = FORBIDDEN, desc = "Some are missed, or counted twice.")
    @State
    public static class FoldingRegistration {
        private final Counters counters = new Counters();
        private final int ended;

        public FoldingRegistration() {
            // On some JDKs there are some from the start.
            ended = FEW_THREADS + counters.read().threads();
            for (int i = 0; i < ended; i++) {
                ThreadCounters thread = register(counters);
                thread.allocated(CATEGORY, 1);
                end(thread);
            }
        }

        @Actor
        public void read(JJ_Result r) {
            r.r1 = counters.read().liveBytes(CATEGORY) - ended;
        }

        @Actor
        public void registerAndAllocate() {
            register(counters).allocated(CATEGORY, 5);
        }

        @Arbiter
        public void readLast(JJ_Result r) {
            r.r2 = counters.read().liveBytes(CATEGORY) - ended;
        }
    }

    /** It ends while another thread reads. */
    @JCStressTest
    @Description("What a thread counted before it ended is not lost when it ends during a reading.")
    @Outcome(
            id = {"0, 7", "10, 7", "7, 7"},
            expect = ACCEPTABLE,
            desc = "Read before it counted, while or after.")
    @Outcome(expect = FORBIDDEN, desc = "More than was live, or the end loses something.")
    @State
    public static class EndWhileReading {
        private final Counters counters = new Counters();
        private final ThreadCounters thread = register(counters);

        public EndWhileReading() {
            register(counters);
        }

        @Actor
        public void countAndEnd() {
            thread.allocated(CATEGORY, 10);
            thread.freed(CATEGORY, 3);
            end(thread);
        }

        @Actor
        public void read(JJ_Result r) {
            r.r1 = counters.read().liveBytes(CATEGORY);
        }

        @Arbiter
        public void readLast(JJ_Result r) {
            r.r2 = counters.read().liveBytes(CATEGORY);
        }
    }
}
