package io.nmt.core.internal.starts;

import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.internal.sites.SampledObjects;
import io.nmt.core.internal.sites.SiteTable;

/** The sampled threads that live, and the call sites that started them. Thread-safe. */
final class StartTable extends SampledObjects<Thread> {
    static final String GROUP = "Threads";

    private static final int SHARE_OF_HEAP = 64;
    private static final long MOST = 1 << 14;

    private static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            return GROUP;
        }

        @Override
        public boolean isWrapper(int id, String className) {
            return false;
        }

        @Override
        public int most() {
            return 1;
        }
    };

    StartTable() {
        this(TableBound.ofHeap("samples of started threads", SHARE_OF_HEAP, BYTES, MOST));
    }

    /** With another bound, for tests. */
    StartTable(TableBound bound) {
        super(GROUPS, bound);
    }

    /** Initialises this class, and that of samples. */
    static void initialise() {
        initialiseSamples();
    }

    @Override
    protected SampledObject<Thread> sample(Thread thread, CallSite site, long now, int weight) {
        return new StartedThread(thread, this, site, now, weight);
    }

    @Override
    protected int group(Thread thread) {
        return 0;
    }

    /** By the class of its task, which is null where it has ended. */
    @Override
    protected int kind(Thread thread) {
        Object task = ThreadFields.task(thread);
        return 31 * thread.getClass().hashCode()
                + (task == null ? 0 : task.getClass().hashCode());
    }
}
