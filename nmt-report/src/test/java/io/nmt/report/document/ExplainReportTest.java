package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Scale;
import io.nmt.report.document.ExplainReport.Subject;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lines on a process and on RSS; statements have tests of their own. */
class ExplainReportTest {
    private static final long MB = 1 << 20;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private static ResidentMemory memory(long... megabytes) {
        Component[] kinds = {
            Component.JAVA_HEAP,
            Component.METASPACE,
            Component.CODE_CACHE,
            Component.GC,
            Component.CDS,
            Component.LIBRARIES
        };
        List<ResidentLine> lines = new ArrayList<>();
        long rss = 0;
        for (int i = 0; i < megabytes.length; i++) {
            long bytes = megabytes[i] * MB;
            lines.add(new ResidentLine(kinds[i].label(), kinds[i], bytes, bytes, bytes, Accuracy.EXACT, ""));
            rss += bytes;
        }
        return ResidentMemory.recorded(Instant.EPOCH, rss, lines);
    }

    private static Statement rss(long perMinute) {
        return new Statement(
                Kind.GROWING,
                new Statement.Subject(SubjectType.FIGURE, "RSS", "", 0),
                100 * MB,
                0,
                perMinute,
                0,
                Statement.UNKNOWN,
                List.of(),
                Next.NONE);
    }

    private static String text(Subject subject, List<Statement> statements) {
        return ReportText.of(ExplainReport.of(subject, statements, 0), Scale.KB, ZoneOffset.UTC, 0);
    }

    private static String json(Subject subject, List<Statement> statements) {
        return ReportJson.of(ExplainReport.of(subject, statements, 0));
    }

    @Test
    void whatCountsTowardTheLimit() {
        CgroupMemory cgroup = new CgroupMemory(
                Map.of(
                        CgroupFigure.LIMIT, 512 * MB,
                        CgroupFigure.USAGE, 500 * MB,
                        CgroupFigure.FILE, 80 * MB),
                "",
                0);
        Subject subject = subject(memory(98).withCgroup(cgroup), 512 * MB);

        assertThat(text(subject, List.of()))
                .contains("\nRSS 98 MB. 420 MB of 512 MB count toward the container's limit.\n");
        assertThat(text(subject, List.of(rss(2 * MB))))
                .contains("\nRSS 98 MB, +2 MB/min. 420 MB of 512 MB count toward the container's limit, reached in "
                        + "about 46 min.\n");
        assertThat(json(subject, List.of())).contains("\"countedBytes\":" + 420 * MB);
    }

    private static Subject subject(ResidentMemory memory, long limitBytes) {
        return new Subject("io.acme.Shop", 4711, "17.0.15", 10 * MINUTE_NANOS, "", memory, limitBytes, false);
    }

    @Test
    void theLimitIsReached() {
        ResidentMemory memory = memory(900, 100);

        assertThat(text(subject(memory, 2024 * MB), List.of(rss(8 * MB))).lines())
                .startsWith(
                        "io.acme.Shop, process 4711: JDK 17.0.15, up 10 min",
                        "RSS 0.98 GB, +8 MB/min, limit 1.98 GB, reached in about 2 h 8 min.")
                .endsWith("RSS is Java Heap 900 MB, Metaspace 100 MB, 0 others 0 B. Next: 'nmt rss PID'");
        assertThat(json(subject(memory, 2024 * MB), List.of(rss(8 * MB))))
                .contains("\"limitBytes\":" + 2024 * MB, "\"minutesToLimit\":128", "\"statements\":[{");
    }

    @Test
    void nothingGrows() {
        ResidentMemory memory = memory(6, 5, 4, 3, 2, 1);

        assertThat(text(subject(memory, 100 * MB), List.of()).lines())
                .containsExactly(
                        "io.acme.Shop, process 4711: JDK 17.0.15, up 10 min",
                        "RSS 21 MB, limit 100 MB.",
                        "RSS is Java Heap 6 MB, Metaspace 5 MB, Code Cache 4 MB, Garbage Collector 3 MB, 2 others 3 MB."
                                + " Next: 'nmt rss PID'");
        assertThat(json(subject(memory, 100 * MB), List.of())).doesNotContain("minutesToLimit");
    }

    @Test
    void slowGrowth() {
        assertThat(text(subject(memory(100), 6000 * MB), List.of(rss(1000))))
                .contains("\nRSS 100 MB, +0.98 KB/min, limit 5.86 GB, not reached in a month.\n");
    }

    @Test
    void noLimit() {
        assertThat(text(subject(memory(100), 0), List.of())).contains("\nRSS 100 MB, no known container limit.\n");
    }

    /** On other systems than Linux. */
    @Test
    void unknownMemory() {
        Subject subject = new Subject("app.jar", 1, "25", MINUTE_NANOS, "for 10 s", null, 0, false);

        assertThat(text(subject, List.of())).isEqualTo("app.jar, process 1: JDK 25, up 60 s, tracked for 10 s\n");
        assertThat(json(subject, List.of())).doesNotContain("rssBytes");
    }
}
