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

/**
 * A block is freed, and the allocator gives its address to another thread. Allocators order the two by at least a
 * release and an acquire, as these tests do.
 */
public final class AddressReuseStress {
    private final BlockTable table = new BlockTable(1);
    private final AtomicBoolean free = new AtomicBoolean();

    private AddressReuseStress(boolean intoAnotherSlot) {
        if (intoAnotherSlot) {
            table.insert(Blocks.Y, Blocks.RECORD_OF_Y);
        }
        table.insert(Blocks.X, Blocks.RECORD_OF_X);
        table.remove(Blocks.Y);
    }

    private void free(LLL_Result r) {
        r.r1 = Blocks.record(table.remove(Blocks.X));
        free.setRelease(true);
    }

    private void allocate(LLL_Result r) {
        if (free.getAcquire()) {
            table.insert(Blocks.X, Blocks.RECORD_OF_NEW_X);
            r.r2 = Blocks.record(table.get(Blocks.X));
        } else {
            r.r2 = "still in use";
        }
    }

    private void freeAgain(LLL_Result r) {
        r.r3 = Blocks.record(table.remove(Blocks.X)) + " before " + Blocks.walk(table);
    }

    /** Into the slot that the old block has left. */
    @JCStressTest
    @Description("An address that is freed and given to another thread has the new record only. The slot is the same.")
    @Outcome(id = "X, still in use, none before nothing", expect = ACCEPTABLE, desc = "Freed, and not reused.")
    @Outcome(id = "X, new X, new X before nothing", expect = ACCEPTABLE, desc = "Freed and reused.")
    @Outcome(expect = FORBIDDEN, desc = "The old record is found, or the new one is not.")
    @State
    public static class SameSlot {
        private final AddressReuseStress race = new AddressReuseStress(false);

        @Actor
        public void free(LLL_Result r) {
            race.free(r);
        }

        @Actor
        public void allocate(LLL_Result r) {
            race.allocate(r);
        }

        @Arbiter
        public void freeAgain(LLL_Result r) {
            race.freeAgain(r);
        }
    }

    /** Into a slot before the one that the old block has left. */
    @JCStressTest
    @Description(
            "An address that is freed and given to another thread has the new record only. The slot is another one.")
    @Outcome(id = "X, still in use, none before nothing", expect = ACCEPTABLE, desc = "Freed, and not reused.")
    @Outcome(id = "X, new X, new X before nothing", expect = ACCEPTABLE, desc = "Freed and reused.")
    @Outcome(expect = FORBIDDEN, desc = "The old record is found, or the new one is not.")
    @State
    public static class AnotherSlot {
        private final AddressReuseStress race = new AddressReuseStress(true);

        @Actor
        public void free(LLL_Result r) {
            race.free(r);
        }

        @Actor
        public void allocate(LLL_Result r) {
            race.allocate(r);
        }

        @Arbiter
        public void freeAgain(LLL_Result r) {
            race.freeAgain(r);
        }
    }

    /** Into a slot behind the one that the old block has left, since yet another block takes that. */
    @JCStressTest
    @Description("A slot that is claimed for another address is not taken for the one that was there before.")
    @Outcome(id = "X, still in use, none before Z has Z", expect = ACCEPTABLE, desc = "Freed, and not reused.")
    @Outcome(id = "X, new X, new X before Z has Z", expect = ACCEPTABLE, desc = "Freed and reused.")
    @Outcome(expect = FORBIDDEN, desc = "The record of a block at another address is found, or the new one is not.")
    @State
    public static class SlotTaken {
        private final AddressReuseStress race = new AddressReuseStress(false);

        @Actor
        public void freeAndAllocate(LLL_Result r) {
            race.free(r);
            race.table.insert(Blocks.Z, Blocks.RECORD_OF_Z);
        }

        @Actor
        public void allocate(LLL_Result r) {
            race.allocate(r);
        }

        @Arbiter
        public void freeAgain(LLL_Result r) {
            race.freeAgain(r);
        }
    }
}
