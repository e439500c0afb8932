package io.nmt.core.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
    private static final int MOST = 1000;

    private final TableBound bound = TableBound.of(MOST);

    @Test
    void takesAsManyAsItsBoundAndCountsTheRest() {
        LockFreeMap<Integer, Integer> map = new LockFreeMap<>(bound);
        for (int key = 0; key < 2 * MOST; key++) {
            assertThat(map.put(key, key)).isNull();
        }
        assertThat(map.size()).isEqualTo(MOST);
        assertThat(map.get(MOST)).isNull();
        assertThat(List.of(bound.entries(), bound.refused())).containsExactly((long) MOST, (long) MOST);

        assertThat(map.put(0, -1)).isZero(); // it is there already
        assertThat(map.get(0)).isEqualTo(-1);
        map.remove(1);
        map.put(MOST, MOST);
        assertThat(map.get(MOST)).isEqualTo(MOST);
        assertThat(List.of(bound.entries(), bound.refused())).containsExactly((long) MOST, (long) MOST);
    }

    @Test
    void refusesWhatIsPutInIfItIsAbsent() {
        LockFreeMap<Integer, Integer> map = new LockFreeMap<>(bound);
        for (int key = 0; key < 2 * MOST; key++) {
            assertThat(map.putIfAbsent(key, key)).isNull();
        }
        assertThat(map.size()).isEqualTo(MOST);
        assertThat(map.putIfAbsent(0, -1)).isZero();
        assertThat(List.of(bound.entries(), bound.refused())).containsExactly((long) MOST, (long) MOST);
    }

    @Test
    void keysThatAreGoneLeaveRoomWithoutAReader() {
        LockFreeMap<IdentityKey, Boolean> map = new LockFreeMap<>(bound);
        List<Object> held = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            held.add(new Object());
            map.put(new IdentityKey(held.get(i)), true);
        }
        Object more = new Object();
        IdentityKey key = new IdentityKey(more);
        map.put(key, true);
        assertThat(map.get(key)).isNull();
        assertThat(held).hasSize(MOST);

        held = List.of();
        while (map.get(key) == null) {
            System.gc();
            map.put(key, true);
        }
        assertThat(held).isEmpty();
        assertThat(more).isNotNull();
        assertThat(bound.entries()).isEqualTo(map.size());
    }

    @Test
    void countsItsEntriesWhereThreadsShareAChain() throws InterruptedException {
        LockFreeMap<Integer, Integer> map = new LockFreeMap<>(bound);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int first = t * MOST;
            threads[t] = new Thread(() -> {
                for (int turn = 0; turn < 200; turn++) {
                    for (int key = first; key < first + 10; key++) {
                        map.put(key, key);
                    }
                    for (int key = first; key < first + 10 && turn < 199; key++) {
                        map.remove(key);
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(map.size()).isEqualTo(10 * threads.length);
        assertThat(bound.entries()).isEqualTo(map.size());
    }
}
