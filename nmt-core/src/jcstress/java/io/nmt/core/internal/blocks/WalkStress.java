package io.nmt.core.internal.blocks;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Walks while blocks come and go. */
public final class WalkStress {
    private WalkStress() {}

    /** The slot of one block is taken by another one. */
    @JCStressTest
    @Description("A walk never shows an address with another block's record.")
    @Outcome(id = "nothing", expect = ACCEPTABLE, desc = "Between the two, in the walk's eyes.")
    @Outcome(id = "X has X", expect = ACCEPTABLE, desc = "X is still there.")
    @Outcome(id = "Y has Y", expect = ACCEPTABLE, desc = "Y is there already.")
    @Outcome(expect = FORBIDDEN, desc = "An address with another block's record, or both in one slot.")
    @State
    public static class SlotReuse {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        public SlotReuse() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void replace() {
            table.remove(Blocks.X);
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
        }

        @Actor
        public void walk(L_Result r) {
            r.r1 = Blocks.walk(table);
        }
    }

    /** The slot of one block is taken by another one, and then by the first address again. */
    @JCStressTest
    @Description("An address that returns to its slot while a walk is there is not shown with another block's record.")
    @Outcome(id = "nothing", expect = ACCEPTABLE, desc = "Between two of them, in the walk's eyes.")
    @Outcome(id = "X has X", expect = ACCEPTABLE, desc = "X is still there.")
    @Outcome(id = "Y has Y", expect = ACCEPTABLE, desc = "Y is there.")
    @Outcome(id = "X has new X", expect = ACCEPTABLE, desc = "X is there again.")
    @Outcome(id = "X has Y", expect = ACCEPTABLE_INTERESTING, desc = "Y's record, read between X and X.")
    @Outcome(expect = FORBIDDEN, desc = "An address with another block's record, or both in one slot.")
    @State
    public static class AddressReturns {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        public AddressReturns() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void replaceTwice() {
            table.remove(Blocks.X);
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
            table.remove(Blocks.Y);
            table.insert(Blocks.X, Blocks.RECORD_OF_NEW_X);
        }

        @Actor
        public void walk(L_Result r) {
            r.r1 = Blocks.walk(table);
        }
    }

    /** Others come and go in the same window, and make the table grow. */
    @JCStressTest
    @Description(
            "A block that lives throughout is met exactly once, whatever comes and goes and however the table grows.")
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "Each is met once.")
    @Outcome(expect = FORBIDDEN, desc = "A block that lives throughout is missed, or met twice.")
    @State
    public static class LivesThroughout {
        private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

        @Actor
        public void comeAndGo() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
            table.remove(Blocks.X);
            table.insert(Blocks.Z, Blocks.RECORD_OF_Z);
            table.remove(Blocks.Y);
        }

        @Actor
        public void walk(I_Result r) {
            r.r1 = Blocks.settled(table);
        }
    }
}
