package io.nmt.core.internal.blocks;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Publication of a slot: a thread that sees the address sees the record. */
public final class PublicationStress {
    private PublicationStress() {}

    /** A look-up while the block is inserted. */
    @JCStressTest
    @Description("Who finds an address finds its whole record.")
    @Outcome(id = "none", expect = ACCEPTABLE, desc = "Not inserted yet.")
    @Outcome(id = "X", expect = ACCEPTABLE, desc = "Inserted, with its record.")
    @Outcome(expect = FORBIDDEN, desc = "An address without its record.")
    @State
    public static class Get {
        private final BlockTable table = new BlockTable(1);

        @Actor
        public void insert() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void get(L_Result r) {
            r.r1 = Blocks.record(table.get(Blocks.X));
        }
    }

    /** A removal while the block is inserted: more than an allocator would do to us. */
    @JCStressTest
    @Description("Who removes an address gets its whole record, and leaves nothing behind.")
    @Outcome(id = "none, X has X", expect = ACCEPTABLE, desc = "Too early: the block stays.")
    @Outcome(id = "X, nothing", expect = ACCEPTABLE, desc = "Removed, with its record.")
    @Outcome(expect = FORBIDDEN, desc = "Half removed, or removed without its record.")
    @State
    public static class Remove {
        private final BlockTable table = new BlockTable(1);

        @Actor
        public void insert() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void remove(LL_Result r) {
            r.r1 = Blocks.record(table.remove(Blocks.X));
        }

        @Arbiter
        public void walk(LL_Result r) {
            r.r2 = Blocks.walk(table);
        }
    }

    /** A walk while the block is inserted. */
    @JCStressTest
    @Description("A walk that meets an address shows its whole record.")
    @Outcome(id = "nothing", expect = ACCEPTABLE, desc = "Not inserted yet.")
    @Outcome(id = "X has X", expect = ACCEPTABLE, desc = "Inserted, with its record.")
    @Outcome(expect = FORBIDDEN, desc = "An address without its record.")
    @State
    public static class Walk {
        private final BlockTable table = new BlockTable(1);

        @Actor
        public void insert() {
            table.insert(Blocks.X, Blocks.RECORD_OF_X);
        }

        @Actor
        public void walk(L_Result r) {
            r.r1 = Blocks.walk(table);
        }
    }
}
