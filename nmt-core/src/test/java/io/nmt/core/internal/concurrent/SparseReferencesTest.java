package io.nmt.core.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparseReferencesTest {
    private static final int LENGTH = 1000;

    private final SparseReferences<String> references = new SparseReferences<>(LENGTH);

    @Test
    void itIsEmptyAtFirst() {
        assertThat(IntStream.range(0, LENGTH).mapToObj(references::get)).containsOnlyNulls();
    }

    @Test
    void eachIndexHasItsOwnReference() {
        for (int i = 0; i < LENGTH; i++) {
            references.set(i, "r" + i);
        }
        assertThat(IntStream.range(0, LENGTH).allMatch(i -> references.get(i).equals("r" + i)))
                .isTrue();
    }

    @Test
    void aSetReferenceIsReturned() {
        assertThat(references.getAndSet(999, "first")).isNull();
        assertThat(references.getAndSet(999, "second")).isEqualTo("first");
        assertThat(references.get(999)).isEqualTo("second");
        assertThat(references.get(998)).isNull();
    }

    @Test
    void onlyTheExpectedOneIsReplaced() {
        assertThat(references.compareAndSet(5, "other", "new")).isFalse();
        assertThat(references.compareAndSet(5, null, "new")).isTrue();
        assertThat(references.compareAndSet(5, null, "newer")).isFalse();
        assertThat(references.compareAndSet(5, "new", null)).isTrue();
        assertThat(references.get(5)).isNull();
    }

    /** A piece that two threads make at once is one piece. */
    @Test
    void threadsLoseNothing() throws InterruptedException {
        int threads = 4;
        List<Thread> setters = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t;
            setters.add(new Thread(() -> {
                for (int i = first; i < LENGTH; i += threads) {
                    references.set(i, "r" + i);
                }
            }));
        }
        setters.forEach(Thread::start);
        for (Thread setter : setters) {
            setter.join();
        }
        assertThat(IntStream.range(0, LENGTH).filter(i -> references.get(i) == null))
                .isEmpty();
    }
}
