package io.nmt.core.internal.blocks;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/**
 * A table with regions is linearizable, as {@link BlockTableLincheckTest} says. All addresses are in one region of five
 * slots, which other threads drop whenever they find it empty.
 */
@Param(name = "address", gen = IntGen.class, conf = "0:3")
@Param(name = "bytes", gen = IntGen.class, conf = "1:9")
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "region", gen = IntGen.class, conf = "2:9")
public class DenseRegionsLincheckTest extends BlockTableLincheckTest {
    private static final int LONGEST_LOOP = 10_000; // a look at regions is no livelock
    private static final long REGION_BYTES = 1L << DenseWord.REGION_BITS;
    private static final long FEW_IN_A_REGION = BlockRecord.of(2, 16_000);

    @Override
    BlockTable newTable() {
        BlockTable regions = BlockTable.ofRegions();
        // Three are in the levels, the fourth one brings the region; another one has the latest chunk.
        for (int i = 0; i < 4; i++) {
            regions.insert(address(i), FEW_IN_A_REGION);
        }
        regions.insert(address(0) + REGION_BYTES, FEW_IN_A_REGION);
        for (int i = 0; i < 4; i++) {
            regions.remove(address(i));
        }
        return regions;
    }

    /** Has another region, which gets its chunk if it has none: then empty ones are dropped. */
    @Operation
    public void another(@Param(name = "region") int region) {
        long address = address(0) + region * REGION_BYTES;
        synchronized (others) {
            table.insert(address, FEW_IN_A_REGION);
            table.remove(address);
        }
    }

    /** The model: other regions change nothing. */
    public static class Model extends BlockTableLincheckTest.Model {
        public void another(int region) {}
    }

    @Override
    ModelCheckingOptions modelChecking() {
        return super.modelChecking().loopBound(LONGEST_LOOP);
    }

    @Override
    Class<?> model() {
        return Model.class;
    }
}
