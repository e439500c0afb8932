package io.nmt.core.internal.blocks;

import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * The table is linearizable: whatever several threads do to it at once could have been done to a {@link HashMap} by one
 * after the other.
 *
 * <p>It promises that only if no two threads are at one address at once, which allocators see to. Here, a lock for each
 * address does. Calls for different addresses overlap, and get in each other's way: all addresses are in one window,
 * which other blocks fill but for one slot, so that the second insertion makes the table grow.
 */
@Param(name = "address", gen = IntGen.class, conf = "0:3")
@Param(name = "bytes", gen = IntGen.class, conf = "1:9")
@Param(name = "thread", gen = ThreadIdGen.class)
public class BlockTableLincheckTest {
    private static final int ADDRESSES = 4;
    private static final int THREADS = 8; // and more than there are
    private static final boolean THOROUGH = Boolean.getBoolean("nmt.thorough");
    private static final int SETTLED = Level.SLOTS_PER_WINDOW - 1;

    final BlockTable table;
    final Object others = new Object();
    private final Object[] allocator = new Object[ADDRESSES];
    private final LastSlot[] lastSlots = new LastSlot[THREADS];

    @SuppressWarnings("this-escape") // newTable uses no field of a subclass
    public BlockTableLincheckTest() {
        for (int i = 0; i < ADDRESSES; i++) {
            allocator[i] = new Object();
        }
        for (int i = 0; i < THREADS; i++) {
            lastSlots[i] = new LastSlot();
        }
        table = newTable();
    }

    BlockTable newTable() {
        BlockTable settled = new BlockTable(1);
        for (int i = 0; i < SETTLED; i++) {
            settled.insert(address(ADDRESSES + i), BlockRecord.of(2, i));
        }
        return settled;
    }

    static long address(int i) {
        return 0x7f00_0000_0000L + 16L * i;
    }

    /** Inserts a block, unless its address is in use. Gives whether it did. */
    @Operation
    public boolean insert(
            @Param(name = "thread") int thread,
            @Param(name = "address") int address,
            @Param(name = "bytes") int bytes) {
        synchronized (allocator[address]) {
            return table.get(address(address)) == BlockRecord.NONE
                    && table.insert(lastSlots[thread], address(address), BlockRecord.of(1, bytes));
        }
    }

    /**
     * Inserts a block at an address where C may have freed another one. Gives the size of that, or 0 if there is none.
     */
    @Operation
    public long put(
            @Param(name = "thread") int thread,
            @Param(name = "address") int address,
            @Param(name = "bytes") int bytes) {
        synchronized (allocator[address]) {
            return BlockRecord.bytes(table.put(lastSlots[thread], address(address), BlockRecord.of(1, bytes)));
        }
    }

    /** Removes a block. Gives its size, or 0 if there is none. */
    @Operation
    public long remove(@Param(name = "thread") int thread, @Param(name = "address") int address) {
        synchronized (allocator[address]) {
            return BlockRecord.bytes(table.remove(lastSlots[thread], address(address)));
        }
    }

    /** Looks a block up. Gives its size, or 0 if there is none. */
    @Operation
    public long get(@Param(name = "address") int address) {
        synchronized (allocator[address]) {
            return BlockRecord.bytes(table.get(address(address)));
        }
    }

    /** The model. */
    public static class Model {
        private final Map<Integer, Integer> blocks = new HashMap<>();

        public boolean insert(int thread, int address, int bytes) {
            return blocks.putIfAbsent(address, bytes) == null;
        }

        public long put(int thread, int address, int bytes) {
            Integer old = blocks.put(address, bytes);
            return old == null ? 0 : old;
        }

        public long remove(int thread, int address) {
            Integer bytes = blocks.remove(address);
            return bytes == null ? 0 : bytes;
        }

        public long get(int address) {
            return blocks.getOrDefault(address, 0);
        }
    }

    ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(THOROUGH ? 40 : 3)
                .invocationsPerIteration(400);
    }

    Class<?> model() {
        return Model.class;
    }

    @Test
    void agreesWithAHashMapInEveryInterleavingThatIsTried() {
        modelChecking().sequentialSpecification(model()).check(getClass());
    }

    @Test
    void agreesWithAHashMapWhenThreadsReallyRace() {
        new StressOptions()
                .threads(3)
                .actorsPerThread(4)
                .iterations(THOROUGH ? 20 : 5)
                .invocationsPerIteration(2000)
                .sequentialSpecification(model())
                .check(getClass());
    }
}
