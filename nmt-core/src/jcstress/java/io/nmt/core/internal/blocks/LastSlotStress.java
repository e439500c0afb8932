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

/** A thread keeps the slot of the block that it freed, the only free one of the window, while others look for one. */
public final class LastSlotStress {
    private LastSlotStress() {}

    private static BlockTable tableWithX(LastSlot last) {
        BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);
        table.insert(last, Blocks.X, Blocks.RECORD_OF_X);
        return table;
    }

    /** The thread is given the same address again. */
    @JCStressTest
    @Description("A slot that is kept is no other thread's.")
    @Outcome(id = "X, new X, Y", expect = ACCEPTABLE, desc = "X is there again, and Y.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost or has another record.")
    @State
    public static class SameAddress {
        private final LastSlot last = new LastSlot();
        private final BlockTable table = tableWithX(last);

        @Actor
        public void removeAndInsert(LLL_Result r) {
            r.r1 = Blocks.record(table.remove(last, Blocks.X));
            table.insert(last, Blocks.X, Blocks.RECORD_OF_NEW_X);
        }

        @Actor
        public void insert() {
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
        }

        @Arbiter
        public void find(LLL_Result r) {
            r.r2 = Blocks.record(table.get(Blocks.X));
            r.r3 = Blocks.record(table.get(Blocks.Y));
        }
    }

    /** The thread is given another address, and so gives the slot back. */
    @JCStressTest
    @Description("A slot that is given back takes one block of two.")
    @Outcome(id = "X, Z, Y", expect = ACCEPTABLE, desc = "X is gone, Y and Z are there.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost or has another record.")
    @State
    public static class AnotherAddress {
        private final LastSlot last = new LastSlot();
        private final BlockTable table = tableWithX(last);

        @Actor
        public void removeAndInsert(LLL_Result r) {
            r.r1 = Blocks.record(table.remove(last, Blocks.X));
            table.insert(last, Blocks.Z, Blocks.RECORD_OF_Z);
        }

        @Actor
        public void insert() {
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
        }

        @Arbiter
        public void find(LLL_Result r) {
            r.r2 = Blocks.record(table.get(Blocks.Z));
            r.r3 = Blocks.record(table.get(Blocks.Y));
        }
    }

    /** Another thread is given the address, frees it again, and the first thread is given it once more. */
    @JCStressTest
    @Description("A slot that is kept for an address is right for it also after others had the address.")
    @Outcome(id = "X, none, X has new X", expect = ACCEPTABLE, desc = "The other thread came too late.")
    @Outcome(id = "X, Z, X has new X", expect = ACCEPTABLE, desc = "The other thread had it in between.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost, is there twice, or has another record.")
    @State
    public static class OthersInBetween {
        private final LastSlot last = new LastSlot();
        private final LastSlot others = new LastSlot();
        private final BlockTable table = tableWithX(last);
        private final AtomicBoolean free = new AtomicBoolean();

        @Actor
        public void freeAndAllocate(LLL_Result r) {
            r.r1 = Blocks.record(table.remove(last, Blocks.X));
            free.setRelease(true);
            while (!free.compareAndSet(true, false)) {
                Thread.onSpinWait();
            }
            table.insert(last, Blocks.X, Blocks.RECORD_OF_NEW_X);
        }

        @Actor
        public void allocateAndFree(LLL_Result r) {
            r.r2 = "none";
            if (free.compareAndSet(true, false)) {
                table.insert(others, Blocks.X, Blocks.RECORD_OF_Z);
                r.r2 = Blocks.record(table.remove(others, Blocks.X));
                free.setRelease(true);
            }
        }

        @Arbiter
        public void walk(LLL_Result r) {
            others.giveBack();
            r.r3 = Blocks.walk(table);
        }
    }

    /** Another thread frees the block that this one has inserted, and a third block takes the slot. */
    @JCStressTest
    @Description("A slot that another thread has freed is not taken for that of a block that is there now.")
    @Outcome(id = "X, none", expect = ACCEPTABLE, desc = "Freed, and not there.")
    @Outcome(expect = FORBIDDEN, desc = "Found where it is not, or another block is removed.")
    @State
    public static class FreedByAnother {
        private final LastSlot last = new LastSlot();
        private final BlockTable table = tableWithX(last);

        @Actor
        public void free(LL_Result r) {
            r.r1 = Blocks.record(table.remove(Blocks.X));
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
        }

        @Actor
        public void freeSomethingElse(LL_Result r) {
            r.r2 = Blocks.record(table.remove(last, Blocks.Z));
        }

        @Arbiter
        public void check(LL_Result r) {
            if (table.get(Blocks.Y) != Blocks.RECORD_OF_Y) {
                r.r2 = "Y is lost";
            }
        }
    }

    /** A walk meets the slot while its block goes and comes. */
    @JCStressTest
    @Description("A walk shows a kept slot's address with a record of that address, or not at all.")
    @Outcome(id = "nothing", expect = ACCEPTABLE, desc = "Between the two.")
    @Outcome(id = "X has X", expect = ACCEPTABLE, desc = "X is still there.")
    @Outcome(id = "X has new X", expect = ACCEPTABLE, desc = "X is there again.")
    @Outcome(expect = FORBIDDEN, desc = "Another record, or none.")
    @State
    public static class Walk {
        private final LastSlot last = new LastSlot();
        private final BlockTable table = tableWithX(last);

        @Actor
        public void replace() {
            table.remove(last, Blocks.X);
            table.insert(last, Blocks.X, Blocks.RECORD_OF_NEW_X);
        }

        @Actor
        public void walk(L_Result r) {
            r.r1 = Blocks.walk(table);
        }
    }
}
