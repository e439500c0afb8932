package io.nmt.core.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Sequences of calls, chosen by Jazzer so that they reach new branches, on the table and on a {@link HashMap}. */
class BlockTableFuzzTest {
    private static final long[][] ADDRESSES = {
        Addresses.colliding(), Addresses.aligned(), Addresses.unaligned(), Addresses.highBits()
    };

    private static final Set<Long> COLLIDING =
            Arrays.stream(ADDRESSES[0]).boxed().collect(Collectors.toUnmodifiableSet());

    // A level is as large as all before it, and comes when a sixteenth of the newest is taken, which may be half of
    // these.
    private static final long MOST_BYTES_PER_BLOCK = 2 * 2 * 16 * 17;

    private final long sizeAtFirstBytes;

    BlockTableFuzzTest() {
        BlockTable table = new BlockTable();
        int room = 2 * Level.SLOTS_PER_WINDOW;
        for (int i = 0; i < room; i++) {
            table.insert(ADDRESSES[0][i], BlockRecord.of(1, i));
        }
        sizeAtFirstBytes = table.sizeBytes();
        table.insert(ADDRESSES[0][room], BlockRecord.of(1, room));
        assertThat(table.sizeBytes())
                .as("two windows of colliding addresses are full, all others are empty: the table has not grown")
                .isEqualTo(sizeAtFirstBytes);
        assertThat(table.get(ADDRESSES[0][room])).as("so this one is refused").isEqualTo(BlockRecord.NONE);
    }

    @FuzzTest
    void agreesWithAHashMap(FuzzedDataProvider data) {
        Run run = new Run(sizeAtFirstBytes, data.consumeBoolean() ? Level.SLOTS_PER_WINDOW : Integer.MAX_VALUE);
        while (data.remainingBytes() > 0) {
            long[] kind = data.pickValue(ADDRESSES);
            int index = data.consumeInt(0, Addresses.OF_A_KIND - 1);
            switch (data.consumeInt(0, 10)) {
                case 0, 1, 2 ->
                    run.insertOrRemove(
                            kind[index], data.consumeInt(1, 255), data.consumeLong(0, BlockRecord.MAX_BYTES));
                case 3 -> run.look(kind[index]);
                case 4, 5 -> run.insertAll(kind, index, data.consumeInt(1, 64));
                case 6 -> run.removeAll(kind, index, data.consumeInt(1, 64));
                case 7 -> run.insertAndRemoveEach(kind, index, data.consumeInt(1, 64));
                case 8, 9 -> run.replaceAll(kind, index, data.consumeInt(1, 64));
                default -> run.walk();
            }
        }
        run.walk();
        List.copyOf(run.model.keySet()).forEach(run::remove);
        run.walk();
    }

    private static final class Run {
        private final BlockTable table = new BlockTable();
        // Is told the same. Two more threads, and one that has none.
        private final BlockTable ofRegions = BlockTable.ofRegions();
        private final LastSlot[] lastOfRegions = {new LastSlot(), new LastSlot(), null};
        private final Map<Long, Long> model = new HashMap<>();
        // Two threads, and one that has none, take turns.
        private final LastSlot[] lastSlots = {new LastSlot(), new LastSlot(), null};
        private int turn;
        private final long sizeAtFirstBytes;
        private final int mostBlocks;
        private long sizeBytes;
        private long mostLive;

        Run(long sizeAtFirstBytes, int mostBlocks) {
            this.sizeAtFirstBytes = sizeAtFirstBytes;
            this.mostBlocks = mostBlocks;
        }

        void insertOrRemove(long address, int categoryId, long bytes) {
            if (model.containsKey(address)) {
                remove(address);
            } else if (model.size() < mostBlocks) {
                insert(address, BlockRecord.of(categoryId, bytes));
            }
        }

        void insertAll(long[] addresses, int from, int count) {
            for (int i = from; i < from + count; i++) {
                long address = addresses[i % addresses.length];
                if (!model.containsKey(address) && model.size() < mostBlocks) {
                    insert(address, BlockRecord.of(1 + i % 255, i));
                }
            }
        }

        void insertAndRemoveEach(long[] addresses, int from, int count) {
            for (int i = from; i < from + count; i++) {
                insertAll(addresses, i, 1);
                remove(addresses[i % addresses.length]);
            }
        }

        void removeAll(long[] addresses, int from, int count) {
            for (int i = from; i < from + count; i++) {
                remove(addresses[i % addresses.length]);
            }
        }

        private LastSlot last() {
            return lastSlots[turn++ % lastSlots.length];
        }

        /** As if the blocks had been freed elsewhere. */
        void replaceAll(long[] addresses, int from, int count) {
            for (int i = from; i < from + count; i++) {
                long address = addresses[i % addresses.length];
                if (model.containsKey(address)) {
                    insert(address, BlockRecord.of(1 + (i + from) % 255, i));
                }
            }
        }

        private void insert(long address, long entry) {
            Long known = model.get(address);
            long old = table.put(last(), address, entry);
            if (old == BlockTable.REFUSED) {
                check(known, null, "refused though it is there");
                check(COLLIDING.contains(address), true, "refused though its windows have room");
            } else {
                check(old, known == null ? BlockRecord.NONE : known, "replaced");
                model.put(address, entry);
                mostLive = Math.max(mostLive, model.size());
            }
            long oldOfRegions = ofRegions.put(lastOfRegions[turn % lastSlots.length], address, entry);
            if (old == BlockTable.REFUSED || oldOfRegions == BlockTable.REFUSED) {
                forget(address, oldOfRegions == BlockTable.REFUSED);
            } else {
                check(oldOfRegions, old, "replaced in regions");
            }
            look(address);
            checkSize();
        }

        /** One of the tables has refused a block: take it from the other one. */
        private void forget(long address, boolean ofRegionsRefused) {
            if (ofRegionsRefused) {
                check(COLLIDING.contains(address), true, "refused though its windows have room");
                table.remove(address);
            } else {
                ofRegions.remove(address);
            }
            model.remove(address);
        }

        /** Removes a block, or an address that is not there. */
        void remove(long address) {
            Long known = model.remove(address);
            check(table.remove(last(), address), known == null ? BlockRecord.NONE : known, "removed");
            check(
                    ofRegions.remove(lastOfRegions[turn % lastSlots.length], address),
                    known == null ? BlockRecord.NONE : known,
                    "removed from regions");
            look(address);
            checkSize();
        }

        void look(long address) {
            check(table.get(address), model.getOrDefault(address, BlockRecord.NONE), "found");
            check(ofRegions.get(address), model.getOrDefault(address, BlockRecord.NONE), "found in regions");
        }

        void walk() {
            walk(table);
            walk(ofRegions);
        }

        private void walk(BlockTable table) {
            Map<Long, Long> met = new HashMap<>();
            table.forEach((address, entry) -> check(met.put(address, entry), null, "met before"));
            assertThat(met).isEqualTo(model);
        }

        /** There are no tombstones: eight blocks at a time fit in any window, however many there were before. */
        private void checkSize() {
            long nowBytes = table.sizeBytes();
            check(Math.max(nowBytes, sizeBytes), nowBytes, "size that never shrinks");
            check(
                    Math.min(
                            nowBytes, Math.max(sizeAtFirstBytes, MOST_BYTES_PER_BLOCK * (mostLive + lastSlots.length))),
                    nowBytes,
                    "size that grows by occupancy");
            if (mostBlocks <= Level.SLOTS_PER_WINDOW) {
                check(Math.min(nowBytes, sizeAtFirstBytes), nowBytes, "size for eight blocks");
            }
            sizeBytes = nowBytes;
        }

        /** AssertJ alone would take most of the time. */
        private static void check(Object actual, Object expected, String what) {
            if (!Objects.equals(actual, expected)) {
                assertThat(actual).as(what).isEqualTo(expected);
            }
        }
    }
}
