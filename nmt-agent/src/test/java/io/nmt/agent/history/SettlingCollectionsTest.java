package io.nmt.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The times of full collections that settle possible garbage, by a clock that the test drives. */
class SettlingCollectionsTest {
    private static final long START = 1_800_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final long EVERY = 30 * MINUTE;

    private final List<Long> collections = new ArrayList<>();
    private Growth growth = growth(Kind.GROWING, Next.UNREACHABLE);
    private long now;
    private final SettlingCollections settling =
            new SettlingCollections(EVERY, () -> growth, () -> collections.add(now - START));

    private static Growth growth(Kind kind, Next next) {
        Statement statement = new Statement(
                kind,
                new Subject(SubjectType.SITE, "com.acme.Cache.put(Cache.java:42)", "Direct Buffer", 1),
                1 << 20,
                0,
                1 << 20,
                0,
                START,
                List.of(),
                next);
        return new Growth(
                new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0)),
                List.of(statement),
                statement,
                statement);
    }

    private void lookFor(long millis) {
        for (long end = now + millis; now < end; now += 10_000) {
            settling.look(now);
        }
    }

    @Test
    void whatHasGrownForAMinuteIsSettledAtMostSoOften() {
        now = START;
        lookFor(100 * MINUTE);
        assertThat(collections).containsExactly(MINUTE, MINUTE + EVERY, MINUTE + 2 * EVERY, MINUTE + 3 * EVERY);
    }

    @Test
    void nothingElseIsCollectedFor() {
        now = START;
        growth = growth(Kind.LEAK, Next.LEAKS);
        lookFor(10 * MINUTE);
        growth = growth(Kind.GROWING, Next.LEAKS);
        lookFor(10 * MINUTE);
        growth = null;
        lookFor(10 * MINUTE);
        assertThat(collections).isEmpty();
    }
}
