package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeakTextTest {
    private static Leak leak(int id, int line, long bytes, long count) {
        Frame frame = new Frame("com.acme.CodecTest", "b", "CodecTest.java", line, false);
        Site site = new Site(id, "Direct Buffer", List.of(frame), frame, false, FreedBy.COLLECTOR);
        return new Leak(
                Leak.Kind.BLOCKS, "Direct Buffer", site, List.of("main"), bytes, count, false, Leak.Whose.TEST, null);
    }

    @Test
    void callStacksThatLeadToOneLineAreOneCallSite() {
        assertThat(LeakText.title(List.of(leak(1, 3, 10_000, 2), leak(2, 3, 6_000, 1))))
                .isEqualTo("Leaked 3 blocks (16,000 bytes) of Direct Buffer: CodecTest.b(CodecTest.java:3)");
    }

    @Test
    void theLineWithMostIsNamedAndTheOthersAreCounted() {
        assertThat(LeakText.title(List.of(leak(1, 7, 12_000, 1), leak(2, 3, 10_000, 2), leak(3, 3, 6_000, 1))))
                .isEqualTo("Leaked 3 blocks (16,000 bytes) of Direct Buffer: CodecTest.b(CodecTest.java:3),"
                        + " and at one more call site");
    }
}
