package io.nmt.core.internal.blocks;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * A block is removed, and its slot, the only free one, is claimed for another address meanwhile. The remover clears the
 * address before the record, so that its zero never overwrites the new address.
 */
public final class SlotReuseStress {
    private SlotReuseStress() {}

    /** Another block may take the slot. */
    @JCStressTest
    @Description("A remover never wipes out the address of the block that takes its slot.")
    @Outcome(id = "X, Y, Y has Y", expect = ACCEPTABLE, desc = "X is gone, Y is there.")
    @Outcome(expect = FORBIDDEN, desc = "Y is lost or has another record, or X is left.")
    @State
    public static class Insert {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        public Insert() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void remove(LLL_Result r) {
            r.r1 = Blocks.record(table.remove(Blocks.X));
        }

        @Actor
        public void insert(LLL_Result r) {
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
            r.r2 = Blocks.record(table.get(Blocks.Y));
        }

        @Arbiter
        public void walk(LLL_Result r) {
            r.r3 = Blocks.walk(table);
        }
    }

    /** Another block may take the slot and leave it, too. */
    @JCStressTest
    @Description("A slot that two threads clear in turn is free afterwards, with nothing in it.")
    @Outcome(id = "X, Y, nothing", expect = ACCEPTABLE, desc = "Both had their records, both are gone.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost, is left, or has another record.")
    @State
    public static class InsertAndRemove {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        public InsertAndRemove() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void remove(LLL_Result r) {
            r.r1 = Blocks.record(table.remove(Blocks.X));
        }

        @Actor
        public void insertAndRemove(LLL_Result r) {
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
            r.r2 = Blocks.record(table.remove(Blocks.Y));
        }

        @Arbiter
        public void walk(LLL_Result r) {
            r.r3 = Blocks.walk(table);
        }
    }

    /** Two blocks race for the slot, one of them inserted by the remover. */
    @JCStressTest
    @Description("A slot that becomes free takes one block of two.")
    @Outcome(id = "X, Y, Z", expect = ACCEPTABLE, desc = "X is gone, Y and Z are there.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost or has another record.")
    @State
    public static class TwoInserters {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        public TwoInserters() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void removeAndInsert(LLL_Result r) {
            r.r1 = Blocks.record(table.remove(Blocks.X));
            table.insert(Blocks.Z, Blocks.RECORD_OF_Z);
        }

        @Actor
        public void insert() {
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
        }

        @Arbiter
        public void find(LLL_Result r) {
            r.r2 = Blocks.record(table.get(Blocks.Y));
            r.r3 = Blocks.record(table.get(Blocks.Z));
        }
    }
}
