package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.MB;
import static io.nmt.agent.golden.Fixed.MINUTE;
import static io.nmt.agent.golden.Fixed.SECOND;
import static io.nmt.agent.golden.Fixed.handles;
import static io.nmt.agent.golden.Fixed.site;

import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.ThreadReading;
import java.util.List;

/** Threads of a process, by the line of code that started them. */
public final class Threads {
    private static final HandleSite REPAIR = handles(
            site(301, "Threads", FreedBy.UNKNOWN, "Executors.newSingleThreadExecutor:180", "Repair.run:12"),
            1_370,
            0,
            0,
            6_000,
            30,
            80 * SECOND);
    private static final HandleSite POOL =
            handles(site(302, "Threads", FreedBy.UNKNOWN, "Pool.execute:8"), 150, 0, 0, 60, 2, 2 * MINUTE);
    private static final HandleSite BATCH =
            handles(site(303, "Threads", FreedBy.UNKNOWN, "Batch.part:44"), 40, 2, 0, 90, 5, 30 * SECOND);
    private static final HandleSite MAIN =
            handles(site(304, "Threads", FreedBy.UNKNOWN, "Main.serve:20"), 4, 0, 0, 0, 0, 0);

    private Threads() {}

    /** Forgotten executors, a pool that fills, a young rise under two names, and threads of before. */
    public static ThreadReading leaking() {
        return new ThreadReading(
                List.of(
                        new StartedThreads("pool-N-thread-1", 1_370, 0, 1_370, 1_370, 1_369, 0, REPAIR),
                        new StartedThreads("requests-N", 150, 100, 50, 1, 1, 150, POOL),
                        new StartedThreads("batch-N", 30, 20, 0, 0, 0, 0, BATCH),
                        new StartedThreads("rest-N", 10, 0, 0, 0, 0, 0, BATCH),
                        new StartedThreads("server-N", 4, 1, 0, 0, 0, 0, MAIN),
                        new StartedThreads("main", 1, 1, 0, 0, 0, 0, null)),
                new LastStacks(0, 1_600, 90 * MB, 1_600 * MB));
    }

    /** Forgotten executors, three minutes after the last. */
    public static MadeReading stopped() {
        ThreadReading before = new ThreadReading(List.of(repair(4 * MINUTE)), null);
        return new MadeReading(
                new ThreadReading(List.of(repair(0)), new LastStacks(0, 1_600, 90 * MB, 1_600 * MB)),
                LoaderReading.NONE,
                null,
                Fixed.NOW.toEpochMilli(),
                List.of(new GrownEarlier(before, LoaderReading.NONE, List.of(), Fixed.millisAgo(3 * MINUTE))));
    }

    private static StartedThreads repair(long growingNanos) {
        HandleSite line = handles(REPAIR.site(), 1_370, 0, 0, growingNanos == 0 ? 0 : 340, 0, growingNanos);
        return new StartedThreads("pool-N-thread-1", 1_370, 0, 1_370, 1_370, 1_369, 0, line);
    }

    /** One whose stacks were never read. */
    public static ThreadReading quiet() {
        return new ThreadReading(List.of(new StartedThreads("server-N", 4, 1, 0, 0, 0, 0, MAIN)), null);
    }
}
