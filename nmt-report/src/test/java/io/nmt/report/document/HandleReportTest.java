package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleReportTest {
    private static final long SECOND = 1_000_000_000;
    private static final HandleUsage CLOSED = new HandleUsage("a.Closed", 70, 70, 0, 0, 0, List.of());
    private static final HandleUsage KEPT =
            new HandleUsage("a.Kept", 1500, 300, 0, 0, 9 * SECOND, List.of(site("keep", 1200, 0, 0)));
    private static final HandleUsage LEAKED = new HandleUsage(
            "a.Leaked",
            90,
            10,
            50,
            7,
            5 * SECOND,
            List.of(site("lose", 10, 50, 0), site("grow", 15, 0, 40), site("hold", 5, 0, 0)));

    private static HandleSite site(String method, long open, long collected, long growingSeconds) {
        Frame frame = new Frame("a.B", method, "B.java", 1, false);
        Site site = new Site(0, "a.Leaked", List.of(frame), frame, false, FreedBy.UNKNOWN);
        return HandleSite.recorded(site, open, 0, collected, 3 * SECOND, 4, 1, growingSeconds * SECOND);
    }

    @Test
    void thatAreNotClosed() {
        assertThat(open(10, KEPT, LEAKED, CLOSED).lines())
                .startsWith(
                        "Native handles: objects that own native memory until they are closed",
                        " Open   Lost   ±   Oldest      Class   Most created at",
                        "-".repeat(57),
                        "1,200      0   0      9 s     a.Kept   a.B.keep(B.java:1)",
                        "   30     50   7      5 s   a.Leaked   a.B.lose(B.java:1)")
                .last()
                .asString()
                .startsWith("Lost: ");
        assertThat(open(1, KEPT, LEAKED, CLOSED))
                .contains("a.Kept", "And 1 more class.\n")
                .doesNotContain("a.Leaked");
        assertThat(open(10, CLOSED)).isEmpty();
    }

    @Test
    void suspectsAreWhatGrowsAndWhatWasLost() {
        assertThat(LEAKED.suspects().sites())
                .extracting(site -> site.site().toString())
                .containsExactly("a.B.lose(B.java:1)", "a.B.grow(B.java:1)");
        assertThat(KEPT.suspects().sites()).isEmpty();
        assertThat(ReportText.of(new Report(HandleReport.suspects(List.of(LEAKED.suspects()), 10, false)), Scale.KB))
                .startsWith("Native handles that grow in number, or were lost, by call site (2)\n")
                .contains("40 s")
                .doesNotContain("a.B.hold");
        assertThat(HandleReport.suspects(List.of(), 10, true)).isEmpty();
    }

    @Test
    void aChangeIsOfWhatIsOpenOrLost() throws Exception {
        HandleUsage later = new HandleUsage("a.Leaked", 190, 10, 150, 24, 8 * SECOND, List.of());
        MemoryReading before = with(KEPT, LEAKED);
        MemoryReading after = with(later, CLOSED);

        Comparison comparison = Comparison.ofRecordings(before, after);

        assertThat(comparison.handles())
                .extracting(change -> change.after().className() + " " + change.open() + " " + change.collected() + " "
                        + change.standardError())
                .containsExactly("a.Leaked 0 100 25", "a.Kept -1200 0 0");
        JsonNode json = new ObjectMapper()
                .readTree(ReportJson.of(ComparisonReport.ofMoments(comparison, 0, 10)))
                .get("handles")
                .get(1);
        assertThat(json.toString())
                .isEqualTo("{\"class\":\"a.Kept\",\"standardError\":0,\"before\":{\"open\":1200,\"collected\":0,"
                        + "\"created\":1500,\"closed\":300},\"after\":{\"open\":0,\"collected\":0,\"created\":0,"
                        + "\"closed\":0},\"change\":{\"open\":-1200,\"collected\":0}}");
        assertThat(Comparison.ofMoments(before, List.of(), before, 1).handles()).isEmpty();
    }

    private static String open(int top, HandleUsage... usages) {
        return ReportText.of(HandleReport.open(List.of(usages), top), Scale.KB);
    }

    private static MemoryReading with(HandleUsage... usages) {
        return new MemoryReading(Compared.reading(new CategoryUsage[0]).snapshot(), List.of(), null, List.of(usages));
    }
}
