package io.nmt.core.internal.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The handles of a class, as its hooks tell of them. */
class HandleClassTest {
    private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MANY = 300_000;

    // An estimate is further than six standard errors from the truth in 2 of 10^9 runs.
    private static final int CERTAIN = 6;

    private final HandleClass handles = new HandleClass(Handle.class, "", HandleClasses.MOST_NAMED);

    @BeforeAll
    static void begin() {
        HandleClasses.begin(List.of(""));
    }

    private static final class Handle {
        Object known;
    }

    private Handle open() {
        Handle handle = new Handle();
        handle.known = handles.created(handle);
        return handle;
    }

    private HandleUsage usage(long minimumAgeNanos) {
        List<HandleSample> own = new ArrayList<>();
        HandleSample.forEach(sample -> {
            if (sample.handles() == handles) {
                own.add(sample);
            }
        });
        return handles.usage(own, minimumAgeNanos);
    }

    private static void close(Handle handle) {
        Object known = handle.known;
        handle.known = null;
        HandleHooks.closed(known);
    }

    private static void awaitCollection(ReferenceQueue<?> queue) throws InterruptedException {
        do {
            System.gc();
        } while (queue.remove(100) == null);
    }

    @Test
    void fewAreExact() {
        List<Handle> held = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            held.add(open());
        }
        held.subList(0, 40).forEach(HandleClassTest::close);
        held.subList(0, 40).forEach(HandleClassTest::close);
        HandleHooks.disowned(held.get(99).known);

        HandleUsage usage = usage(0);
        assertThat(List.of(usage.created(), usage.closed(), usage.collected(), usage.collectedError(), usage.open()))
                .containsExactly(99L, 40L, 0L, 0L, 59L);
        assertThat(usage.sites()).hasSize(1).first().satisfies(site -> {
            assertThat(site.open()).isEqualTo(59);
            assertThat(site.standardError()).isZero();
            assertThat(site.threadNames())
                    .containsExactly(Thread.currentThread().getName());
        });
    }

    @Test
    void onlyTheOldAreToldByCallSite() {
        List<Handle> old = List.of(open(), open(), open());
        while (usage(2 * MARGIN_NANOS).sites().stream()
                        .mapToLong(HandleSite::open)
                        .sum()
                < old.size()) {
            Thread.onSpinWait(); // all of them are to be that old
        }
        long between = System.nanoTime();
        List<Handle> young = List.of(open(), open());
        HandleUsage usage;
        long asked;
        do {
            asked = System.nanoTime();
            usage = usage(asked - between + MARGIN_NANOS);
        } while (System.nanoTime() - asked > MARGIN_NANOS / 2); // the machine was busy: it may have asked too late
        assertThat(usage.open()).isEqualTo((long) old.size() + young.size());
        assertThat(usage.sites()).hasSize(1).first().satisfies(site -> {
            assertThat(site.open()).isEqualTo(old.size());
            assertThat(site.oldestAgeNanos()).isGreaterThanOrEqualTo(MARGIN_NANOS);
        });
        assertThat(usage(TimeUnit.HOURS.toNanos(1)).sites()).isEmpty();
    }

    /** By a finalizer or cleaner: then it is not lost. */
    @Test
    void whatIsClosedAfterItWasFoundLostIsClosed() throws InterruptedException {
        Handle lost = open();
        Object known = lost.known;
        ReferenceQueue<Handle> queue = new ReferenceQueue<>();
        WeakReference<Handle> reference = new WeakReference<>(lost, queue);
        lost = null;
        awaitCollection(queue);
        assertThat(reference.refersTo(null)).isTrue();
        assertThat(usage(0).collected()).isEqualTo(1);
        assertThat(usage(0).open()).isZero();

        HandleHooks.closed(known);
        HandleUsage usage = usage(0);
        assertThat(List.of(usage.created(), usage.closed(), usage.collected(), usage.open()))
                .containsExactly(1L, 1L, 0L, 0L);
    }

    @Test
    void manyAreEstimated() {
        List<Handle> held = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Handle handle = open();
            if (i % 3 == 0) {
                close(handle);
            } else {
                held.add(handle);
            }
        }
        HandleUsage usage = usage(0);
        assertThat(usage.created()).isEqualTo(MANY);
        assertThat(usage.closed()).isEqualTo(MANY / 3);
        assertThat(usage.open() + usage.collected()).isEqualTo(held.size());
        long open = usage.sites().stream().mapToLong(HandleSite::open).sum();
        double variance = usage.sites().stream()
                .mapToDouble(site -> Math.pow((double) site.standardError(), 2))
                .sum();
        assertThat((double) open).isCloseTo(held.size(), within(CERTAIN * Math.sqrt(variance)));
        long samples = usage.sites().stream().mapToLong(HandleSite::samples).sum();
        assertThat(samples).isBetween(100L, (long) MANY / 4);
    }
}
