package io.nmt.core.internal.blocks;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Looks up a block that another thread may free at any moment. */
@JCStressTest
@Description("A look-up of a block that others free finds that block's record or none.")
@Outcome(id = "none", expect = ACCEPTABLE, desc = "X is gone.")
@Outcome(id = "X", expect = ACCEPTABLE, desc = "X is still there.")
@Outcome(id = "Y", expect = ACCEPTABLE_INTERESTING, desc = "The record of the block that has taken X's slot.")
@Outcome(expect = FORBIDDEN, desc = "No block's record.")
@State
public class StrangerStress {
    private final BlockTable table = Blocks.tableWith(Level.SLOTS_PER_WINDOW - 1);

    public StrangerStress() {
        table.insert(Blocks.X, Blocks.RECORD_OF_X);
    }

    @Actor
    public void replace() {
        table.remove(Blocks.X);
        table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
    }

    @Actor
    public void get(L_Result r) {
        r.r1 = Blocks.record(table.get(Blocks.X));
    }
}
