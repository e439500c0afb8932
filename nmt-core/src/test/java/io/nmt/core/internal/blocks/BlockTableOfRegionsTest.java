package io.nmt.core.internal.blocks;

/** The same where small blocks go to regions from the fourth block on. */
class BlockTableOfRegionsTest extends BlockTableTest {
    @Override
    BlockTable newTable() {
        BlockTable table = BlockTable.ofRegions();
        for (long address = 1 << 10; address <= 5 << 10; address += 1 << 10) {
            table.insert(address, BlockRecord.of(1, 64));
        }
        for (long address = 1 << 10; address <= 5 << 10; address += 1 << 10) {
            table.remove(address);
        }
        return table;
    }

    @Override
    long bytesOfRegions() {
        return 100 << 10;
    }
}
