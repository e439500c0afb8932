package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargestPartTest {
    private static final Frame ENCODE = new Frame("com.acme.Codec", "encode", "Codec.java", 12, false);
    private static final Site CODEC = new Site(1, "Unsafe", List.of(ENCODE), ENCODE, false, FreedBy.PROGRAM);

    private static String part(long liveBytes) {
        SiteUsage usage = new SiteUsage(CODEC, liveBytes, 1, 1, 1, liveBytes, 1, 0, false, List.of(), 0, 0, 0);
        return SiteReport.largestPart(List.of(usage), "Unsafe", 1000);
    }

    @Test
    void aSiteIsToldAsAPartOfItsCategory() {
        assertThat(part(1000)).isEqualTo("nearly all of it allocated at com.acme.Codec.encode(Codec.java:12)");
        assertThat(part(900)).startsWith("nearly all of it ");
        assertThat(part(620)).startsWith("about 62 % of it ");
        assertThat(part(1)).startsWith("about 1 % of it ");
        assertThat(SiteReport.largestPart(List.of(), "Unsafe", 1000)).isEmpty();
    }
}
