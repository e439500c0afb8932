package io.nmt.core.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BlockTableTest {
    // The table doubles in between: each half of them goes through all that it does as it grows.
    private static final int MANY = Boolean.getBoolean("nmt.thorough") ? 4_000_000 : 2_000_000;

    private static final long ADDRESS = 0x7f00_0000_1230L;

    private final BlockTable table = newTable();

    BlockTable newTable() {
        return new BlockTable();
    }

    /** Bytes that it may take beyond its first level for few blocks. */
    long bytesOfRegions() {
        return 0;
    }

    @Test
    void findsWhatWasInserted() {
        long entry = BlockRecord.of(3, 61);
        assertThat(table.insert(0x7f00_0000_1230L, entry)).isTrue();

        assertThat(table.get(0x7f00_0000_1230L)).isEqualTo(entry);
        assertThat(table.remove(0x7f00_0000_1230L)).isEqualTo(entry);
        assertThat(table.remove(0x7f00_0000_1230L)).isEqualTo(BlockRecord.NONE);
    }

    @Test
    void doesNotFindWhatWasNot() {
        assertThat(table.get(0x1000)).isEqualTo(BlockRecord.NONE);
        assertThat(table.remove(0x1000)).isEqualTo(BlockRecord.NONE);
    }

    @Test
    void blocksThatWereFreedUnseenAreFoundWhenTheirWindowsAreFull() {
        long entry = BlockRecord.of(3, 5000);
        long other = 0x7f00_0055_0000L;
        assertThat(table.put(null, other, entry, false)).isEqualTo(BlockRecord.NONE);
        int inserted = 0;
        while (table.put(null, ADDRESS, entry, false) == BlockRecord.NONE) {
            inserted++;
        }
        assertThat(inserted).isBetween(1, 100); // the slots of two windows of each level
        assertThat(table.put(null, ADDRESS, entry, false)).isEqualTo(BlockTable.STALE);
        assertThat(table.put(null, other, entry, false)).isEqualTo(BlockTable.STALE);
        for (int i = 0; i < inserted; i++) {
            assertThat(table.remove(ADDRESS)).isEqualTo(entry);
        }
        assertThat(table.remove(ADDRESS)).isEqualTo(BlockRecord.NONE);
        assertThat(table.put(null, ADDRESS, entry, false)).isEqualTo(BlockRecord.NONE);
        assertThat(table.put(null, ADDRESS, entry, false)).isEqualTo(BlockTable.STALE);
    }

    @Test
    void aRecordKeepsCategoryAndSize() {
        long entry = BlockRecord.of(255, BlockRecord.MAX_BYTES);
        assertThat(BlockRecord.categoryId(entry)).isEqualTo(255);
        assertThat(BlockRecord.bytes(entry)).isEqualTo(BlockRecord.MAX_BYTES);
        assertThat(BlockRecord.bytes(entry | BlockRecord.HAS_UNCOMMITTED)).isEqualTo(BlockRecord.MAX_BYTES);
    }

    @Test
    void agreesWithAModelWhileItGrowsAndShrinks() {
        // Of three threads, and of one that has none.
        LastSlot[] lastSlots = {new LastSlot(), new LastSlot(), new LastSlot(), null};
        // An array, not a HashMap, which takes ten times as long as the table does: the record at each address, by 16.
        long[] model = new long[1_000_001];
        int blocks = 0;
        Random random = new Random(42);
        for (int target : new int[] {100, 300_000, 1_000, 500_000, 0}) {
            // To shrink: of addresses by chance, the last few blocks would take millions.
            int[] live = shuffledAddresses(model, blocks, random);
            for (int next = 0; blocks != target; next++) {
                int i = blocks > target ? live[next % live.length] : random.nextInt(1_000_000) + 1;
                long address = (long) i << 4;
                long known = model[i];
                LastSlot last = lastSlots[random.nextInt(lastSlots.length)];
                if (known != BlockRecord.NONE && (blocks > target || random.nextInt(4) == 0)) {
                    expect(table.remove(last, address), known);
                    expect(table.get(address), BlockRecord.NONE);
                    if (random.nextInt(4) == 0) {
                        expectInserted(table.insert(last, address, known), address);
                    } else {
                        model[i] = BlockRecord.NONE;
                        blocks--;
                    }
                } else if (known == BlockRecord.NONE && blocks < target) {
                    // Small ones, and larger ones.
                    int most = 1 << (5 + random.nextInt(16));
                    long entry = BlockRecord.of(1 + random.nextInt(200), random.nextInt(most));
                    expectInserted(table.insert(last, address, entry), address);
                    expect(table.get(address), entry);
                    model[i] = entry;
                    blocks++;
                }
            }
            assertThat(contents(model.length)).isEqualTo(model);
        }
    }

    private static int[] shuffledAddresses(long[] model, int blocks, Random random) {
        int[] live = new int[blocks];
        int found = 0;
        for (int i = 0; i < model.length; i++) {
            if (model[i] != BlockRecord.NONE) {
                int place = random.nextInt(found + 1);
                live[found++] = live[place];
                live[place] = i;
            }
        }
        return live;
    }

    /** The record of each address, by 16, as the walk meets them. */
    private long[] contents(int addresses) {
        long[] contents = new long[addresses];
        table.forEach((address, entry) -> {
            int i = (int) (address >>> 4);
            expect(contents[i], BlockRecord.NONE);
            contents[i] = entry;
        });
        return contents;
    }

    /** As {@code assertThat}, of which a million take ten times as long as the table does. */
    private static void expect(long actual, long expected) {
        if (actual != expected) {
            assertThat(actual).isEqualTo(expected);
        }
    }

    private static void expectInserted(boolean inserted, long address) {
        if (!inserted) {
            fail("%x was not inserted", address);
        }
    }

    @Test
    void takesTheMemoryOfFewBlocksForFewBlocks() {
        for (long i = 1; i <= 1000; i++) {
            table.insert(i << 4, BlockRecord.of(1, i));
        }
        assertThat(table.sizeBytes()).isLessThan(1 << 20);
    }

    @Test
    void takesAtMost25BytesForEachOfManyBlocks() {
        BlockTable many = new BlockTable();
        Random random = new Random(7);
        for (int i = 1; i <= MANY; i++) {
            // As malloc gives them out: some regions, densely filled.
            long address = 0x7f00_0000_0000L + (((long) random.nextInt(64)) << 36) + ((long) i << 4);
            expectInserted(many.insert(address, BlockRecord.of(1, 1)), address);
            if (i >= MANY / 2 && i % (MANY / 40) == 0) {
                assertThat((double) many.sizeBytes() / i).as("%d blocks", i).isLessThan(25.5);
            }
        }
    }

    @Test
    void aThreadKeepsNoMoreThanOneSlot() {
        LastSlot last = new LastSlot();
        table.insert(last, 8, BlockRecord.of(1, 1));
        long sizeBytes = table.sizeBytes();
        for (long i = 1; i <= 100_000; i++) {
            table.insert(last, i << 4, BlockRecord.of(1, i));
            table.remove(last, i << 4);
        }
        assertThat(table.sizeBytes()).isBetween(sizeBytes, sizeBytes + bytesOfRegions());
    }

    @Test
    void whatEndedThreadsKeptIsGivenBack() {
        table.insert(8, BlockRecord.of(1, 1));
        long sizeBytes = table.sizeBytes();
        for (long i = 1; i <= 100_000; i++) {
            LastSlot last = new LastSlot();
            table.insert(last, i << 4, BlockRecord.of(1, i));
            table.remove(last, i << 4);
            last.giveBack();
        }
        assertThat(table.sizeBytes()).isBetween(sizeBytes, sizeBytes + bytesOfRegions());
    }

    @Test
    void aBlockReplacesTheOneThatIsRecordedAtItsAddress() {
        LastSlot one = new LastSlot();
        LastSlot other = new LastSlot();
        for (long i = 1; i <= 100_000; i++) {
            long old = table.put(i % 2 == 0 ? one : other, 16, BlockRecord.of(1, i));
            assertThat(old).isEqualTo(i == 1 ? BlockRecord.NONE : BlockRecord.of(1, i - 1));
        }
        assertThat(contents()).isEqualTo(Map.of(16L, BlockRecord.of(1, 100_000)));
        assertThat(table.sizeBytes()).isLessThan((70 << 10) + bytesOfRegions());
        assertThat(table.remove(one, 16)).isEqualTo(BlockRecord.of(1, 100_000));
        assertThat(table.remove(other, 16)).isEqualTo(BlockRecord.NONE);
        assertThat(contents()).isEmpty();
    }

    /**
     * One thread keeps the slot, the other is given the address and gives the block to C, the first is given it again.
     */
    @Test
    void noOldBlockHidesWhereASlotIsKept() {
        LastSlot keeper = new LastSlot();
        LastSlot other = new LastSlot();
        for (int i = 1; i <= 1000; i++) {
            table.put(keeper, 16, BlockRecord.of(1, i));
            assertThat(table.remove(keeper, 16)).isEqualTo(BlockRecord.of(1, i));
            assertThat(table.get(16)).isEqualTo(BlockRecord.NONE);
            assertThat(table.put(other, 16, BlockRecord.of(2, i))).isEqualTo(BlockRecord.NONE);
            assertThat(table.put(keeper, 16, BlockRecord.of(3, i))).isEqualTo(BlockRecord.of(2, i));
            assertThat(contents()).isEqualTo(Map.of(16L, BlockRecord.of(3, i)));
            assertThat(table.remove(other, 16)).isEqualTo(BlockRecord.of(3, i));
            assertThat(table.remove(keeper, 16)).isEqualTo(BlockRecord.NONE);
            assertThat(table.get(keeper, 16)).isEqualTo(BlockRecord.NONE);
        }
        assertThat(contents()).isEmpty();
        assertThat(table.sizeBytes()).isLessThan((70 << 10) + bytesOfRegions());
    }

    /** Blocks that native code does not free are inserted without a search. */
    @Test
    void aSlotThatIsKeptHidesNoBlockThatAnotherThreadHasInsertedAtItsAddress() {
        LastSlot keeper = new LastSlot();
        LastSlot other = new LastSlot();
        for (int i = 1; i <= 100; i++) {
            assertThat(table.put(keeper, 16, BlockRecord.of(1, i), false)).isEqualTo(BlockRecord.NONE);
            assertThat(table.remove(keeper, 16)).isEqualTo(BlockRecord.of(1, i));
            assertThat(table.put(other, 16, BlockRecord.of(2, i), false)).isEqualTo(BlockRecord.NONE);
            assertThat(table.get(keeper, 16)).isEqualTo(BlockRecord.of(2, i));
            assertThat(contents()).isEqualTo(Map.of(16L, BlockRecord.of(2, i)));
            assertThat(table.remove(keeper, 16)).isEqualTo(BlockRecord.of(2, i));
            assertThat(contents()).isEmpty();
        }
    }

    @Test
    void atAnAddressThatNativeCodeMayHaveFreedAnyBlockIsSearchedFor() {
        table.put(null, 16, BlockRecord.of(1, 1), true);
        assertThat(table.put(new LastSlot(), 16, BlockRecord.of(2, 2), false)).isEqualTo(BlockRecord.of(1, 1));
        assertThat(table.put(new LastSlot(), 16, BlockRecord.of(3, 3), false)).isEqualTo(BlockRecord.of(2, 2));
        assertThat(contents()).isEqualTo(Map.of(16L, BlockRecord.of(3, 3)));
    }

    /** As when native code frees what is from Unsafe, which nothing allows. */
    @Test
    void oldBlocksThatNothingAnnouncesTakeNoMoreThanTheirWindows() {
        for (int i = 1; i <= 10_000; i++) {
            assertThat(table.put(null, 16, BlockRecord.of(1, i), false)).isNotEqualTo(BlockTable.REFUSED);
        }
        assertThat(table.sizeBytes()).isLessThan((70 << 10) + bytesOfRegions());
    }

    @Test
    void blocksBeyondTheLimitAreRefusedAndTheOthersStay() {
        BlockTable small = new BlockTable(1L << 20);
        Map<Long, Long> model = new HashMap<>();
        for (long i = 1; i <= 200_000; i++) {
            long entry = BlockRecord.of(1, i);
            if (small.put(null, i << 4, entry) != BlockTable.REFUSED) {
                model.put(i << 4, entry);
            }
        }
        assertThat(small.atLimit()).isTrue();
        assertThat(small.sizeBytes()).isLessThan((1L << 20) + (16 << 10));
        assertThat(model).hasSizeGreaterThan(50_000);
        model.forEach(
                (address, entry) -> assertThat(small.put(null, address, entry)).isEqualTo(entry));
        model.forEach((address, entry) -> assertThat(small.remove(address)).isEqualTo(entry));
        assertThat(small.put(null, 16, BlockRecord.of(1, 1))).isEqualTo(BlockRecord.NONE);
    }

    /**
     * At such distances the addresses of one allocator follow each other: 1,008 is that of direct buffers of 1,000
     * bytes.
     */
    @Test
    void noBlockIsRefusedForItsDistanceFromTheOthers() {
        for (long distance = 16; distance <= 4096; distance += 16) {
            BlockTable ofDistance = newTable();
            for (long i = 0; i < 5000; i++) {
                assertThat(ofDistance.insert(0x7f00_0000_0010L + i * distance, BlockRecord.of(1, i)))
                        .isTrue();
            }
            assertThat(ofDistance.sizeBytes()).as("distance %d", distance).isLessThan((300 << 10) + bytesOfRegions());
        }
    }

    @Test
    void aTableThatIsAtItsLimitFromTheStartStillTakesBlocks() {
        BlockTable smallest = new BlockTable(0L);
        int taken = 0;
        for (long i = 1; i <= 10_000; i++) {
            taken += smallest.insert(i << 4, BlockRecord.of(1, i)) ? 1 : 0;
        }
        assertThat(taken).isBetween(2000, 4096);
        assertThat(smallest.sizeBytes()).isLessThan(70 << 10);
    }

    @Test
    void threadsWithTheirOwnAddressesDoNotDisturbEachOther() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[8];
        for (int t = 0; t < threads.length; t++) {
            int thread = t;
            threads[t] = new Thread(() -> churn(thread, threads.length));
            threads[t].setUncaughtExceptionHandler((dead, e) -> failure.compareAndSet(null, e));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(contents()).isEmpty();
    }

    /** Inserts, checks and removes blocks at addresses that no other thread uses, interleaved with theirs. */
    private void churn(int thread, int threads) {
        Map<Long, Long> mine = new HashMap<>();
        LastSlot last = new LastSlot();
        Random random = new Random(thread);
        for (int i = 0; i < 200_000; i++) {
            long address = (random.nextInt(20_000) * (long) threads + thread + 1) << 4;
            Long known = mine.remove(address);
            if (known != null) {
                expect(table.remove(last, address), known);
            } else {
                long entry = BlockRecord.of(1, i);
                expectInserted(table.insert(last, address, entry), address);
                mine.put(address, entry);
            }
        }
        mine.forEach((address, entry) -> assertThat(table.remove(last, address)).isEqualTo(entry));
    }

    @Test
    void aWalkMeetsEachBlockThatLivesThroughoutOnce() throws InterruptedException {
        int settled = 50_000;
        for (long i = 1; i <= settled; i++) {
            table.insert(i << 4, BlockRecord.of(1, i));
        }
        CountDownLatch started = new CountDownLatch(1);
        Thread churner = new Thread(() -> {
            for (long i = 0; !Thread.currentThread().isInterrupted(); i++) {
                long address = (1L << 40) + ((i % 100_000) << 4);
                table.insert(address, BlockRecord.of(2, i));
                if (i >= 1000) {
                    table.remove((1L << 40) + (((i - 1000) % 100_000) << 4));
                }
                started.countDown();
            }
        });
        churner.start();
        try {
            started.await();
            for (int walk = 0; walk < 50; walk++) {
                int[] met = new int[settled + 1];
                table.forEach((address, entry) -> {
                    if (address < 1L << 40) {
                        assertThat(BlockRecord.bytes(entry)).isEqualTo(address >>> 4);
                        met[(int) (address >>> 4)]++;
                    } else {
                        assertThat(BlockRecord.categoryId(entry)).isEqualTo(2);
                    }
                });
                for (int i = 1; i <= settled; i++) {
                    assertThat(met[i]).isEqualTo(1);
                }
            }
        } finally {
            churner.interrupt();
            churner.join();
        }
    }

    @Test
    void takesAtMost14BytesForEachOfManyBlocksSideBySide() {
        for (int distance : new int[] {32, 80, 1040, 8208}) {
            BlockTable sideBySide = new BlockTable();
            long entry = BlockRecord.of(1, distance - 16);
            for (int i = 1; i <= MANY / 2; i++) {
                long address = 0x7f00_0000_0010L + (long) i * distance;
                expectInserted(sideBySide.insert(null, address, entry), address);
            }
            assertThat(sideBySide.sizeBytes() / (MANY / 2.0))
                    .as("distance %d", distance)
                    .isLessThan(14);
        }
    }

    /** As malloc does in the course of days: few blocks at a time, each time at other addresses. */
    @Test
    void whereBlocksWereTheyTakeNoMemory() {
        int live = 100_000;
        long entry = BlockRecord.of(1, 64);
        for (long i = 0; i < 3L * MANY; i++) {
            long address = 0x7f00_0000_0010L + i * 80;
            expectInserted(table.insert(null, address, entry), address);
            if (i >= live) {
                expect(table.remove(0x7f00_0000_0010L + (i - live) * 80), entry);
            }
        }
        assertThat(table.sizeBytes()).isLessThan(live * 40L);
    }

    @Test
    void aHugeBlockReplacesASmallOneThatWasFreedElsewhere() {
        for (long i = 1; i <= 10_000; i++) {
            table.insert(i << 4, BlockRecord.of(1, 16));
        }
        long huge = BlockRecord.of(2, 5L << 40);
        for (long i = 1; i <= 10_000; i += 1000) {
            assertThat(table.put(null, i << 4, huge)).isEqualTo(BlockRecord.of(1, 16));
            assertThat(table.remove(i << 4)).isEqualTo(huge);
            assertThat(table.get(i << 4)).isEqualTo(BlockRecord.NONE);
        }
    }

    @Test
    void aThreadsLastSlotTakesAHugeBlockToo() {
        LastSlot last = new LastSlot();
        for (long i = 1; i <= 10_000; i++) {
            long small = BlockRecord.of(1, 16) | BlockRecord.HAS_SITE;
            table.insert(last, i << 4, small);
            expect(table.get(last, i << 4), small);
            expect(table.remove(last, i << 4), small);
            long huge = BlockRecord.of(2, (5L << 40) + i);
            table.insert(last, i << 4, huge);
            expect(table.remove(last, i << 4), huge);
            table.insert(i << 4, small);
        }
        assertThat(contents()).hasSize(10_000);
    }

    private Map<Long, Long> contents() {
        Map<Long, Long> contents = new HashMap<>();
        table.forEach(
                (address, entry) -> assertThat(contents.put(address, entry)).isNull());
        return contents;
    }
}
