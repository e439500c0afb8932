package io.nmt.core.internal.blocks;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLI_Result;

/** Two threads insert a block each into the same window: both are found, whichever wins what they race for. */
public final class InsertionStress {
    private final int settled;
    private final BlockTable table;

    private InsertionStress(int settled) {
        this.settled = settled;
        this.table = Blocks.tableWith(settled);
    }

    private void insertX() {
        table.insert(Blocks.X, Blocks.RECORD_OF_X);
    }

    private void insertY() {
        table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
    }

    private void find(LLI_Result r) {
        r.r1 = Blocks.record(table.get(Blocks.X));
        r.r2 = Blocks.record(table.get(Blocks.Y));
        r.r3 = settled - Blocks.settled(table);
    }

    /** They race for the chunk, too. */
    @JCStressTest
    @Description("The first two blocks of a chunk: the one that allocates it in vain uses the other's.")
    @Outcome(id = "X, Y, 0", expect = ACCEPTABLE, desc = "Both are there, and so are the others.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost.")
    @State
    public static class FirstOfChunk {
        private final InsertionStress race = new InsertionStress(0);

        @Actor
        public void insertX() {
            race.insertX();
        }

        @Actor
        public void insertY() {
            race.insertY();
        }

        @Arbiter
        public void find(LLI_Result r) {
            race.find(r);
        }
    }

    /** They race for a slot. */
    @JCStressTest
    @Description("A slot belongs to the thread that claims its record; the other one goes to the next.")
    @Outcome(id = "X, Y, 0", expect = ACCEPTABLE, desc = "Both are there, and so are the others.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost.")
    @State
    public static class SameSlot {
        private final InsertionStress race = new InsertionStress(1);

        @Actor
        public void insertX() {
            race.insertX();
        }

        @Actor
        public void insertY() {
            race.insertY();
        }

        @Arbiter
        public void find(LLI_Result r) {
            race.find(r);
        }
    }

    /** They race for the last slot. */
    @JCStressTest
    @Description("The thread that does not get the last slot makes the table grow.")
    @Outcome(id = "X, Y, 0", expect = ACCEPTABLE, desc = "Both are there, and so are the others.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost.")
    @State
    public static class LastSlot {
        private final InsertionStress race = new InsertionStress(Level.SLOTS_PER_WINDOW - 1);

        @Actor
        public void insertX() {
            race.insertX();
        }

        @Actor
        public void insertY() {
            race.insertY();
        }

        @Arbiter
        public void find(LLI_Result r) {
            race.find(r);
        }
    }

    /** They both make the table grow. */
    @JCStressTest
    @Description("Growth: a thread that adds a level in vain uses the other's, and no level is lost.")
    @Outcome(id = "X, Y, 0", expect = ACCEPTABLE, desc = "Both are there, and so are the others.")
    @Outcome(expect = FORBIDDEN, desc = "A block is lost.")
    @State
    public static class Growth {
        private final InsertionStress race = new InsertionStress(Level.SLOTS_PER_WINDOW);

        @Actor
        public void insertX() {
            race.insertX();
        }

        @Actor
        public void insertY() {
            race.insertY();
        }

        @Arbiter
        public void find(LLI_Result r) {
            race.find(r);
        }
    }
}
