package io.nmt.core.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LockFreeMapTest {
    @Test
    void agreesWithAHashMap() {
        Random random = new Random(1);
        Map<Long, Integer> model = new HashMap<>();
        LockFreeMap<Long, Integer> map = new LockFreeMap<>(2);
        for (int i = 0; i < 10_000; i++) {
            Long key = 4096L * random.nextInt(40);
            switch (random.nextInt(4)) {
                case 0 -> {
                    map.put(key, i);
                    model.put(key, i);
                }
                case 1 -> assertThat(map.putIfAbsent(key, i)).isEqualTo(model.putIfAbsent(key, i));
                case 2 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
                default -> assertThat(map.get(key)).isEqualTo(model.get(key));
            }
            assertThat(map.size()).isEqualTo(model.size());
        }
        Map<Long, Integer> shown = new HashMap<>();
        map.forEach((key, value) -> assertThat(shown.put(key, value)).isNull());
        assertThat(shown).isEqualTo(model);
    }

    @Test
    void nothingIsLostWhereThreadsShareAChain() throws InterruptedException {
        LockFreeMap<Long, Long> map = new LockFreeMap<>(0);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            long first = 1000L * t;
            threads[t] = new Thread(() -> {
                for (int turn = 0; turn < 200; turn++) {
                    for (long key = first; key < first + 10; key++) {
                        map.put(key, key);
                    }
                    for (long key = first; key < first + 10; key++) {
                        if (key % 2 == 0 || turn < 199) {
                            assertThat(map.remove(key)).isEqualTo(key);
                        }
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(map.size()).isEqualTo(5 * threads.length);
    }

    @Test
    void whatIsGoneIsDroppedWithTheNextChange() {
        LockFreeMap<Key, String> map = new LockFreeMap<>(0);
        Key first = new Key();
        map.put(first, "first");
        first.gone = true;
        map.put(new Key(), "second");
        assertThat(map.size()).isEqualTo(1);
    }

    private static final class Key implements LockFreeMap.Collectable {
        private boolean gone;

        @Override
        public boolean isGone() {
            return gone;
        }
    }
}
