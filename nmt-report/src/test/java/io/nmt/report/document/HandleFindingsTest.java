package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleFindingsTest {
    private static final long SECOND = 1_000_000_000;

    private static HandleUsage usage(String className, long open, long collected, HandleSite... sites) {
        return new HandleUsage(className, open + collected + 7, 7, collected, 0, SECOND, List.of(sites));
    }

    private static HandleSite site(long open, long growingSeconds, long judgedInNanos) {
        Frame frame = new Frame("a.B", "make", "B.java", 3, false);
        return new HandleSite(
                new Site(1, "a.Thing", List.of(frame), frame, false, FreedBy.UNKNOWN),
                open,
                0,
                0,
                open,
                SECOND,
                60,
                0,
                growingSeconds > 0,
                growingSeconds * SECOND,
                judgedInNanos,
                List.of());
    }

    @Test
    void aHandfulExplainsNothing() {
        assertThat(HandleFindings.of(List.of(usage("a.Database", 1, 0), usage("a.Options", 9, 0))))
                .isEmpty();
    }

    @Test
    void manyAreNamedMostFirst() {
        assertThat(HandleFindings.of(List.of(
                        usage("a.Options", 12, 0), usage("a.Database", 1, 0), usage("a.ReadOptions", 628_946, 30))))
                .singleElement()
                .asString()
                .startsWith("HELD native handles not closed: 628,976 a.ReadOptions (30 collected without a close),"
                        + " 12 a.Options. "
                        + "Their native");
    }

    @Test
    void furtherClassesAreCounted() {
        List<HandleUsage> usages = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            usages.add(usage("a.Thing" + i, 100, 0));
        }
        assertThat(HandleFindings.of(usages))
                .singleElement()
                .asString()
                .contains("100 a.Thing4, and 3 more classes with 10 or more.")
                .doesNotContain("Thing5");
    }

    /** The statements on growth have these. */
    @Test
    void whatGrowsIsLeftOut() {
        assertThat(HandleFindings.of(List.of(usage("a.Leaked", 30, 5, site(30, 40, 0)), usage("a.Kept", 20, 0))))
                .singleElement()
                .asString()
                .startsWith("HELD native handles not closed: 20 a.Kept. ");
    }

    @Test
    void whenToAskAgain() {
        HandleUsage early = usage("a.Early", 3, 0, site(1, 0, 0), site(2, 0, 3 * SECOND + 1));
        assertThat(HandleFindings.ofTooEarly(List.of(early))).endsWith("Ask again in 4 s.");
        assertThat(HandleFindings.ofTooEarly(List.of(early, usage("a.Leaked", 1, 0, site(1, 40, 0)))))
                .isEmpty();
        assertThat(HandleFindings.ofTooEarly(List.of(usage("a.Kept", 1, 0, site(1, 0, 0)))))
                .isEmpty();
    }
}
