package io.nmt.agent.instrument;

import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.tracker.HookCheck;
import io.nmt.core.internal.tracker.TrackedPart;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tries the hooks, family by family, and puts a family in again that was removed behind the transformer's back: by a
 * native agent, or a transformer that comes later and drops what it is handed.
 *
 * <p>It never waits: where another thread tries the hooks, it does nothing.
 */
final class HookProbes implements HookCheck.Probe {
    // Each attempt makes the JVM compile code anew.
    private static final long LEAST_NANOS_BETWEEN_ATTEMPTS = TimeUnit.SECONDS.toNanos(10);

    // Known is that they are gone, and where; who has removed them may be a native agent, which nothing names.
    private static final String WITHOUT = " was without them";

    private static final String NO_PLACE = "a later version has no place for them: ";

    private final AtomicInteger busy = new AtomicInteger();
    private final Instrumentation instrumentation;
    private final HookingTransformer transformer;
    private final List<Watched> families = new ArrayList<>();
    private final Set<String> lostClasses = new HashSet<>();
    private final long startedAt = System.currentTimeMillis();

    HookProbes(Instrumentation instrumentation, HookingTransformer transformer) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
    }

    /** Begins with the families that are hooked. To be called once all their classes are there. */
    void begin() {
        for (HookFamily family : HookFamily.all()) {
            if (family.isHookedBy(transformer)) {
                families.add(new Watched(family));
            }
        }
        HookCheck.use(this);
    }

    @Override
    public void run(boolean all) {
        if (busy.compareAndSet(0, 1)) {
            try {
                for (Watched watched : families) {
                    if (all || watched.family.isCheap()) {
                        watched.check();
                    }
                }
                if (all) {
                    tellLostClasses();
                }
            } catch (RuntimeException | LinkageError | VirtualMachineError e) {
                return; // the heap is full, or the stack ends: the next reading tries again
            } finally {
                UnsafeHooks.unlabel(); // or the thread's next block were the probe's, after an error
                busy.set(0);
            }
        }
    }

    /** Reports classes whose hooks are lost: another agent has made a version without them. */
    private void tellLostClasses() {
        for (String name : transformer.names()) {
            HookedClass type = transformer.of(name);
            if (type != null && type.isLost() && lostClasses.add(name)) {
                List<String> categories = new ArrayList<>();
                for (Hook hook : type.rows()) {
                    String category = hook.category().name();
                    if (hook.role() != Hook.Role.EXTRA && !categories.contains(category)) {
                        categories.add(category);
                    }
                }
                TrackedPart.lost(
                        categories,
                        "since ".concat(time(startedAt)).concat(" or later"),
                        NO_PLACE.concat(name.replace('/', '.')));
            }
        }
    }

    /** A family and when its hooks were there. Times are milliseconds of the system's clock. */
    private final class Watched {
        private final HookFamily family;
        private long seenAt = startedAt;
        private long firstLostAt;
        private boolean isLost;
        private boolean attempted;
        private long attemptedAtNanos;

        Watched(HookFamily family) {
            this.family = family;
        }

        void check() {
            boolean works = family.works();
            if (!works) {
                if (!isLost) {
                    isLost = true;
                    firstLostAt = firstLostAt == 0 ? seenAt : firstLostAt;
                    tell();
                }
                works = hookAgain();
            }
            if (works) {
                seenAt = System.currentTimeMillis();
                if (isLost) {
                    isLost = false;
                    tell();
                }
            }
        }

        private boolean hookAgain() {
            long now = System.nanoTime();
            if (attempted && now - attemptedAtNanos < LEAST_NANOS_BETWEEN_ATTEMPTS) {
                return false;
            }
            attempted = true;
            attemptedAtNanos = now;
            Retransformation.of(instrumentation, family.classes(transformer));
            return family.works();
        }

        private void tell() {
            String from = time(firstLostAt);
            TrackedPart.lost(
                    family.categories(),
                    isLost
                            ? "since ".concat(from)
                            : "from ".concat(from).concat(" to ").concat(time(seenAt)),
                    family.classNames().concat(WITHOUT));
        }
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
