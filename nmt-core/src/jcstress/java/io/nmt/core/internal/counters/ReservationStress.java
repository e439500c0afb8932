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
import org.openjdk.jcstress.infra.results.J_Result;

/** Address space that is reserved without being committed, and its peak. */
public final class ReservationStress {
    private static final int CATEGORY = 1;

    private ReservationStress() {}

    private static Counters exact() {
        Counters counters = new Counters();
        counters.peaks().makeExact();
        return counters;
    }

    /** A thread that frees and reserves while another one raises the peak of what is reserved. */
    @JCStressTest
    @Description("Exact mode: the peak of what is reserved is one that was reached.")
    @Outcome(id = "13", expect = ACCEPTABLE, desc = "One block of 3 was left when 10 were reserved, or came then.")
    @Outcome(id = "16", expect = ACCEPTABLE_INTERESTING, desc = "Committed and uncommitted bytes of two moments.")
    @Outcome(expect = FORBIDDEN, desc = "Neither the true peak nor the sum of two moments.")
    @State
    public static class AndFree {
        private final Counters counters = exact();
        private final ThreadCounters first = counters.register(new ThreadCounters(counters, false));
        private final ThreadCounters second = counters.register(new ThreadCounters(counters, false));

        public AndFree() {
            second.allocated(CATEGORY, 3);
        }

        @Actor
        public void allocate() {
            first.allocated(CATEGORY, 3);
        }

        @Actor
        public void freeAndReserve() {
            second.freed(CATEGORY, 3);
            counters.peaks().addUncommitted(CATEGORY, 10);
        }

        @Arbiter
        public void peak(J_Result r) {
            r.r1 = counters.peaks().peakReservedBytes(CATEGORY);
        }
    }

    /** Both reserve, one of them in another category. */
    @JCStressTest
    @Description("Nothing that is reserved is lost, and the peak of what is reserved has it all.")
    @Outcome(id = "33, 73, 73", expect = ACCEPTABLE, desc = "All is there.")
    @Outcome(expect = FORBIDDEN, desc = "Something is lost, or counted twice.")
    @State
    public static class Twice {
        private final Counters counters = exact();

        @Actor
        public void reserve() {
            counters.peaks().addUncommitted(CATEGORY, 11);
        }

        @Actor
        public void reserveTwice() {
            counters.peaks().addUncommitted(CATEGORY, 22);
            counters.peaks().addUncommitted(CATEGORY + 1, 40);
        }

        @Arbiter
        public void sums(JJJ_Result r) {
            r.r1 = counters.peaks().uncommittedBytes(CATEGORY);
            r.r2 = counters.peaks().uncommittedBytes(0);
            r.r3 = counters.peaks().peakReservedBytes(0);
        }
    }
}
