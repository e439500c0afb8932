package io.nmt.agent.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuspectsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final WholeHeapCollections.Last LONG_AGO = new WholeHeapCollections.Last(50 * SECOND, true);
    private static final WholeHeapCollections.Last UNKNOWN =
            new WholeHeapCollections.Last(WholeHeapCollections.UNKNOWN, false);

    private static SiteUsage suspect(FreedBy freedBy) {
        Frame frame = new Frame("com.acme.Cache", "fill", "Cache.java", 7, false);
        Site site = new Site(1, "Direct Buffer", List.of(frame), frame, false, freedBy);
        return new SiteUsage(site, MIB, 1, 1, 1, MIB, 90 * SECOND, MIB, true, List.of(), 1, 90 * SECOND, 0);
    }

    private static boolean isSuspect(FreedBy freedBy, WholeHeapCollections.Last last) {
        Leaks leaks = new Leaks(60 * SECOND, List.of(suspect(freedBy)), List.of(), List.of(), 0);
        Leaks apart = Suspects.apart(leaks, last);
        assertThat(apart.suspects().size() + apart.holders().size()).isEqualTo(1);
        assertThat(apart.holders()).allMatch(apart::mayBeGarbage);
        return apart.holders().isEmpty();
    }

    @Test
    void whatNoCollectionHasLookedForIsNoSuspect() {
        WholeHeapCollections.Last inBetween = new WholeHeapCollections.Last(40 * SECOND, true);
        assertThat(isSuspect(FreedBy.COLLECTOR, LONG_AGO)).isFalse();
        assertThat(isSuspect(FreedBy.COLLECTOR, inBetween)).isTrue();
        assertThat(isSuspect(FreedBy.COLLECTOR, new WholeHeapCollections.Last(40 * SECOND, false)))
                .isTrue();
        assertThat(isSuspect(FreedBy.COLLECTOR, UNKNOWN)).isFalse();
        assertThat(isSuspect(FreedBy.PROGRAM, LONG_AGO)).isTrue();
        assertThat(isSuspect(FreedBy.UNKNOWN, UNKNOWN)).isTrue();
    }
}
