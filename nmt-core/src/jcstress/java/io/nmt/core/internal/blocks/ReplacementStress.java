package io.nmt.core.internal.blocks;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A block is freed by C, so that its record stays, and its address is given out again. */
public final class ReplacementStress {
    private ReplacementStress() {}

    /** By another thread, once C has freed it. */
    @JCStressTest
    @Description("The thread that is given the address replaces the old record, wherever the other one keeps a slot.")
    @Outcome(id = "none, still in use, X has X", expect = ACCEPTABLE, desc = "C has not freed it yet.")
    @Outcome(id = "none, X, X has new X", expect = ACCEPTABLE, desc = "Replaced.")
    @Outcome(expect = FORBIDDEN, desc = "The old record is left, or the new one is lost.")
    @State
    public static class AnotherThread {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 2);
        private final LastSlot one = new LastSlot();
        private final LastSlot other = new LastSlot();
        private final AtomicBoolean free = new AtomicBoolean();

        @Actor
        public void giveToC(LLL_Result r) {
            r.r1 = Blocks.record(table.put(one, Blocks.X, Blocks.RECORD_OF_X));
            free.setRelease(true);
        }

        @Actor
        public void allocate(LLL_Result r) {
            r.r2 = free.getAcquire()
                    ? Blocks.record(table.put(other, Blocks.X, Blocks.RECORD_OF_NEW_X))
                    : "still in use";
        }

        @Arbiter
        public void walk(LLL_Result r) {
            r.r3 = Blocks.walk(table);
        }
    }

    /** The slot is kept by a thread that is given another address meanwhile, and a third block takes the slot. */
    @JCStressTest
    @Description("A kept slot that is given back and claimed for another block is not touched by the thread that is"
            + " given the address.")
    @Outcome(id = "none, X has new X and Z has Z", expect = ACCEPTABLE, desc = "Both are there, X before Z.")
    @Outcome(id = "none, Z has Z and X has new X", expect = ACCEPTABLE, desc = "Both are there, Z before X.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost, or has another one's record.")
    @State
    public static class KeptSlot {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 2);
        private final LastSlot keeper = new LastSlot();
        private final LastSlot other = new LastSlot();

        public KeptSlot() {
            table.put(keeper, Blocks.X, Blocks.RECORD_OF_X);
            table.remove(keeper, Blocks.X);
        }

        @Actor
        public void insertAnother() {
            table.put(keeper, Blocks.Z, Blocks.RECORD_OF_Z);
        }

        @Actor
        public void allocate(LL_Result r) {
            r.r1 = Blocks.record(table.put(other, Blocks.X, Blocks.RECORD_OF_NEW_X));
        }

        @Arbiter
        public void walk(LL_Result r) {
            r.r2 = Blocks.walk(table);
        }
    }

    /** C has allocated a block at an address for which a slot is kept, and Java frees it. */
    @JCStressTest
    @Description("An unknown free takes no other block's record from a slot that was kept for its address.")
    @Outcome(id = "none, Z has Z", expect = ACCEPTABLE, desc = "Z is there, the free is unknown.")
    @Outcome(expect = FORBIDDEN, desc = "Z is lost, or the free takes its record.")
    @State
    public static class UnknownFree {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);
        private final LastSlot keeper = new LastSlot();
        private final LastSlot other = new LastSlot();

        public UnknownFree() {
            table.put(keeper, Blocks.X, Blocks.RECORD_OF_X);
            table.remove(keeper, Blocks.X);
        }

        @Actor
        public void insertAnother() {
            table.put(keeper, Blocks.Z, Blocks.RECORD_OF_Z);
        }

        @Actor
        public void free(LL_Result r) {
            r.r1 = Blocks.record(table.remove(other, Blocks.X));
        }

        @Arbiter
        public void walk(LL_Result r) {
            r.r2 = Blocks.walk(table);
        }
    }

    /** A walk while a record is replaced. */
    @JCStressTest
    @Description("A walk meets a block that is replaced once, with the old or with the new record.")
    @Outcome(id = "X has X", expect = ACCEPTABLE, desc = "Not replaced yet.")
    @Outcome(id = "X has new X", expect = ACCEPTABLE, desc = "Replaced.")
    @Outcome(expect = FORBIDDEN, desc = "Missed, met twice, or torn.")
    @State
    public static class Walk {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        public Walk() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void replace() {
            table.insert(Blocks.X, Blocks.RECORD_OF_NEW_X);
        }

        @Actor
        public void walk(L_Result r) {
            r.r1 = Blocks.walk(table);
        }
    }
}
