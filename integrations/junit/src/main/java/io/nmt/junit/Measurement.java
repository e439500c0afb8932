package io.nmt.junit;

import io.nmt.core.MemoryWindow;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Activity;
import io.nmt.core.model.SitePeak;
import io.nmt.core.model.Unreachable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Native memory from the start of a test on. Used by the test's own thread. The agent must be there. */
final class Measurement implements AutoCloseable {
    private static final int MOST_COLLECTIONS = 5;

    private final Set<String> threadsBefore;
    private final String thread = Thread.currentThread().getName();
    // In this order: what starts in between is in the second.
    private final long startedElsewhere = RunningTests.startedElsewhere();
    private final boolean testsAtStart = RunningTests.runElsewhere();
    private final OpenHandles handlesBefore = OpenHandles.now();
    private final OpenBuffers pooledBefore = OpenBuffers.now();
    private final MemoryWindow window = MemoryWindow.open();

    private Measurement(Set<String> threadsBefore) {
        this.threadsBefore = threadsBefore;
    }

    /**
     * Leaks are told by their call sites and threads, of which each must be known.
     *
     * @throws IllegalStateException if the agent takes samples
     */
    static void requireEachSite() {
        long interval = NativeMemory.sampling().intervalBytes();
        if (interval != 1) {
            throw new IllegalStateException("The agent of this JVM "
                    + (interval == 0 ? "samples no call sites" : "samples one allocation in " + interval + " bytes")
                    + ". Leaks need every call site: start it with -javaagent:nmt-agent.jar=sample=1");
        }
    }

    /** Begins. What is allocated on threads of these names, but for the current one, is not the test's. */
    static Measurement begin(Set<String> threadsBefore) {
        return new Measurement(threadsBefore);
    }

    /** The names of the platform threads that run now. */
    static Set<String> threadNames() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads;
        int count;
        do {
            threads = new Thread[root.activeCount() * 2 + 16];
            count = root.enumerate(threads);
        } while (count == threads.length);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            names.add(threads[i].getName());
        }
        return names;
    }

    /** The activity of all categories together, or of the one of that name. */
    Activity activity(String category) {
        if (category == null) {
            return window.total();
        }
        for (Activity activity : window.categories()) {
            if (activity.category().equals(category)) {
                return activity;
            }
        }
        return new Activity(category, 0, 0, 0, 0, 0);
    }

    List<SitePeak> sitePeaks() {
        return window.peaks();
    }

    /** Looks for leaks; if there are any, collects garbage, and looks again. */
    TestLeaks leaks(Rules rules) {
        TestLeaks leaks = look(rules, true, true);
        for (int i = 0; i < MOST_COLLECTIONS && leaks.fail(); i++) {
            long before = leaks.amount();
            Unreachable garbage = NativeMemory.collectUnreachable();
            leaks = look(rules, garbage.collected(), garbage.settled());
            // What one cleaner frees may make more of it garbage.
            if (leaks.amount() == before || !garbage.collected()) {
                break;
            }
        }
        return leaks;
    }

    private TestLeaks look(Rules rules, boolean collected, boolean settled) {
        boolean alone = isAlone();
        LeakAttribution finder = new LeakAttribution(rules, thread, threadsBefore, alone);
        finder.addBlocks(window.live());
        if (rules.handles()) {
            finder.addHandles(OpenHandles.now().since(handlesBefore));
        }
        if (rules.pools()) {
            finder.addPooled(OpenBuffers.now().since(pooledBefore));
        }
        return new TestLeaks(finder.leaks(), rules, alone, collected, settled);
    }

    /** True if no other test has run meanwhile, as far as that is known. */
    private boolean isAlone() {
        return !testsAtStart && RunningTests.startedElsewhere() == startedElsewhere;
    }

    @Override
    public void close() {
        window.close();
    }
}
