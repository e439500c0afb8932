package io.nmt.core.internal.blocks;

/** The blocks of the tests in this package, and how results name them. */
final class Blocks {
    static final long X = 0x7f00_0000_1000L;
    static final long Y = 0x7f00_0000_2000L;
    static final long Z = 0x7f00_0000_3000L;

    /** Both halves differ, so that a record of which only one is seen would be noticed. */
    static final long RECORD_OF_X = BlockRecord.of(1, 0x11_0000_1111L);

    static final long RECORD_OF_Y = BlockRecord.of(2, 0x22_0000_2222L);

    static final long RECORD_OF_Z = BlockRecord.of(3, 0x33_0000_3333L);

    /** The record of the block that gets X's address once X was freed. */
    static final long RECORD_OF_NEW_X = BlockRecord.of(4, 0x44_0000_4444L);

    private static final long FIRST_SETTLED = 0x7f00_0000_8000L;

    /** A block of a size of which few fit into a region: it has five slots. */
    private static final long SETTLED_RECORD = BlockRecord.of(5, 16_000);

    // Racy: about every other table has regions.
    private static boolean regions;

    private Blocks() {}

    /**
     * A small table with that many blocks in it that no test removes. With seven of them, it has a free slot in its
     * only window; or, in every other table, three are there, and the region of X, Y and Z has a free one.
     */
    static BlockTable tableWith(int settled) {
        regions = !regions;
        BlockTable table = regions ? BlockTable.ofRegions() : new BlockTable(1);
        for (int i = 0; i < settled; i++) {
            table.insert(FIRST_SETTLED + 16L * i, SETTLED_RECORD);
        }
        return table;
    }

    static String record(long entry) {
        if (entry == BlockRecord.NONE) {
            return "none";
        }
        if (entry == RECORD_OF_X) {
            return "X";
        }
        if (entry == RECORD_OF_Y) {
            return "Y";
        }
        if (entry == RECORD_OF_Z) {
            return "Z";
        }
        if (entry == RECORD_OF_NEW_X) {
            return "new X";
        }
        return entry == SETTLED_RECORD ? "settled" : "torn: " + Long.toHexString(entry);
    }

    static String address(long address) {
        if (address == X) {
            return "X";
        }
        if (address == Y) {
            return "Y";
        }
        return address == Z ? "Z" : "settled";
    }

    /** The blocks that a walk shows, without settled ones: each address with the block that its record belongs to. */
    static String walk(BlockTable table) {
        Walk walk = new Walk();
        table.forEach(walk);
        return walk.toString();
    }

    static int settled(BlockTable table) {
        Walk walk = new Walk();
        table.forEach(walk);
        return walk.settled;
    }

    private static final class Walk implements BlockTable.RawVisitor {
        private String shown = "";
        private int settled;

        @Override
        public void block(long address, long entry) {
            if (entry == SETTLED_RECORD) {
                settled++;
            } else {
                String block = address(address) + " has " + record(entry);
                shown = shown.isEmpty() ? block : shown + " and " + block;
            }
        }

        @Override
        public String toString() {
            return shown.isEmpty() ? "nothing" : shown;
        }
    }
}
