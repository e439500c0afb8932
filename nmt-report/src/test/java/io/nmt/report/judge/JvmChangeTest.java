package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.ComparisonReport;
import io.nmt.report.document.Report;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.JvmChange.Side;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two JVMs explain by their own differences why RSS is not the same. */
class JvmChangeTest {
    private static final long MB = 1 << 20;
    private static final Times UTC = new Times(ZoneOffset.UTC, 0);
    private static final JvmSetup SERIAL_17 = new JvmSetup(17, "Serial", 0, 512 * MB, false, "default");
    private static final ResidentMemory SMALL = memory(2, 10, 30, 8, 100);

    private static ResidentMemory memory(int gc, int archive, int metaspace, int code, int heap) {
        return Readings.of(
                        Component.GC, gc,
                        Component.CDS, archive,
                        Component.METASPACE, metaspace,
                        Component.CODE_CACHE, code,
                        Component.JAVA_HEAP, heap)
                .reading()
                .memory();
    }

    private static final MemoryReading NOTHING = held(List.of(), 0, List.of());

    private static MemoryReading held(List<SiteUsage> sites, long zipBytes, List<HandleUsage> handles) {
        CategoryUsage zip = new CategoryUsage("Zip", zipBytes, zipBytes, 1, zipBytes, zipBytes, 1);
        Snapshot snapshot = new Snapshot(Instant.EPOCH, List.of(zip), zip, false, 0, 0, 0);
        return new MemoryReading(snapshot, sites, null, handles);
    }

    private static Side side(JvmSetup setup, ResidentMemory memory, List<Statement> statements) {
        return new Side(setup, memory, statements);
    }

    private static List<Statement> change(JvmSetup after, ResidentMemory memory, List<Statement> grown) {
        return JvmChange.of(side(SERIAL_17, SMALL, List.of()), side(after, memory, grown));
    }

    private static List<String> text(JvmSetup after, ResidentMemory memory) {
        return StatementText.of(change(after, memory, List.of()), UTC);
    }

    @Test
    void theSameJvmExplainsNothing() {
        assertThat(text(SERIAL_17, memory(40, 40, 40, 40, 40))).isEmpty();
    }

    @Test
    void anotherCollector() {
        assertThat(text(new JvmSetup(17, "G1", 2, 512 * MB, false, "default"), memory(14, 11, 30, 9, 120)))
                .containsExactly(
                        "NORMAL RSS change by JDK and JVM settings (estimate): +12 MB. RSS changed by +34 MB. G1"
                                + " instead of Serial: +12 MB."
                                + " Java heap, perhaps by the collector: +20 MB.");
    }

    @Test
    void anotherVersionWithItsCollector() {
        assertThat(text(new JvmSetup(25, "G1", 2, 512 * MB, false, "default"), memory(14, 13, 32, 10, 100)))
                .containsExactly(
                        "NORMAL RSS change by JDK and JVM settings (estimate): +19 MB. RSS changed by +19 MB. G1"
                                + " instead of Serial: +12 MB."
                                + " JDK 25 instead of 17: +7 MB. Java heap, perhaps by the collector: +0 B.");
    }

    /** Loaders have 36 of 40 MB of metaspace, and 6 of 8 MB of code came within a minute: 6 MB are left to the JDK. */
    @Test
    void whatGrowsInTheSecondIsNotItsJdk() {
        Statement loaders = grown(SubjectType.LOADER, "com.acme.Plugins", 9000, 4500)
                .withEvidence(new Evidence(Basis.METASPACE_BYTES, 36 * MB), Next.NONE);
        Statement code = grown(SubjectType.COMPONENT, "Compiled code", 12 * MB, 6 * MB);
        JvmSetup newest = new JvmSetup(25, "Serial", 0, 512 * MB, false, "default");
        ResidentMemory memory = memory(2, 10, 70, 16, 100);

        assertThat(StatementText.of(change(newest, memory, List.of(loaders, code)), UTC))
                .containsExactly("NORMAL RSS change by JDK and JVM settings (estimate): +6 MB. RSS changed by +48 MB."
                        + " JDK 25 instead of 17: +6 MB. Growth within B: +42 MB.");
        assertThat(StatementText.of(
                        JvmChange.of(
                                side(SERIAL_17, SMALL, List.of(loaders, code)),
                                side(newest, memory, List.of(loaders, code))),
                        UTC))
                .as("that A had as well")
                .containsExactly("NORMAL RSS change by JDK and JVM settings (estimate): +48 MB. RSS changed by +48 MB."
                        + " JDK 25 instead of 17: +48 MB.");
    }

    @Test
    void theProgramExplainsNoMoreThanTheChange() {
        Statement heap = grown(SubjectType.COMPONENT, "Java Heap", 500 * MB, 400 * MB);
        Statement metaspace = grown(SubjectType.COMPONENT, HistoryFigure.METASPACE.title(), 500 * MB, 400 * MB);
        JvmSetup after = new JvmSetup(17, "G1", 0, 512 * MB, false, "none");

        assertThat(StatementText.of(change(after, memory(2, 0, 45, 8, 90), List.of(heap, metaspace)), UTC))
                .containsExactly("NORMAL RSS change by JDK and JVM settings (estimate): +0 B. RSS changed by -5 MB."
                        + " G1 instead of Serial: +0 B. Class archive none instead of default: +0 B."
                        + " Java heap, perhaps by the collector: -10 MB. Growth within B: +5 MB.");
    }

    /** A leak of A that B does not have was told nowhere. */
    @Test
    void whatLeakedInTheFirstAloneIsGone() {
        Statement cache = grown(SubjectType.SITE, "com.acme.Cache.put(Cache.java:42)", 9 * MB, 4 * MB);
        Statement sameCache = grown(SubjectType.SITE, "com.acme.Cache.put(Cache.java:47)", 9 * MB, 4 * MB);
        Statement loaders = grown(SubjectType.LOADER, "com.acme.Plugins", 9000, 4500);
        Statement rss = grown(SubjectType.FIGURE, "RSS", 90 * MB, 40 * MB);
        Side before = side(SERIAL_17, SMALL, List.of(cache, loaders, rss));

        assertThat(GoneGrowth.of(before, side(SERIAL_17, SMALL, List.of(sameCache)), NOTHING))
                .extracting(Statement::subject)
                .containsExactly(loaders.subject());
        assertThat(GoneGrowth.of(before, before, NOTHING)).isEmpty();

        Statement early = new Statement(
                Kind.UNKNOWN, new Subject(SubjectType.PROCESS, "growth", "", 0), -1, 0, 0, 0, -1, List.of(), Next.NONE);
        Side unknown = side(SERIAL_17, SMALL, List.of(early));
        assertThat(GoneGrowth.isGrowthUnknown(unknown)).isTrue();
        assertThat(GoneGrowth.isGrowthUnknown(before)).isFalse();
        assertThat(ReportText.of(
                        new Report(List.of(ComparisonReport.gone(GoneGrowth.of(before, unknown, NOTHING), true))),
                        null,
                        ZoneOffset.UTC,
                        0))
                .startsWith("A at its end. Growth in B is unknown:\nLEAK com.acme.Cache.put(Cache.java:42)")
                .contains("class loaders com.acme.Plugins");
    }

    /** A leak of A whose line holds as much in B, and only does not grow there, was called gone. */
    @Test
    void whatTheSecondHoldsIsNotGone() {
        Site line = new Site(
                3, "Zip", List.of(), new Frame("a.Zips", "open", "Zips.java", 7, false), false, FreedBy.COLLECTOR);
        Statement site = leak(new Subject(SubjectType.SITE, "a.Zips.open(line 3)", "Zip", 1), 9 * MB);
        Statement category = leak(new Subject(SubjectType.CATEGORY, "Zip", "", 1), 9 * MB);
        Statement handle = leak(new Subject(SubjectType.HANDLE, "Inflater", "a.Zips.open(Zips.java:3)", 1), 700);
        Side before = side(SERIAL_17, SMALL, List.of(site, category, handle));
        Side after = side(SERIAL_17, SMALL, List.of());
        Side grown = side(SERIAL_17, SMALL, List.of(grown(SubjectType.SITE, "a.Other.run(Other.java:1)", MB, MB)));

        assertThat(GoneGrowth.of(before, grown, NOTHING)).hasSize(3);
        assertThat(GoneGrowth.of(before, grown, held(List.of(usage(line, 4 * MB)), 4 * MB, List.of(open(line, 349)))))
                .as("less than half")
                .hasSize(3);
        MemoryReading half = held(List.of(usage(line, 2 * MB), usage(line, 3 * MB)), 5 * MB, List.of(open(line, 350)));
        assertThat(GoneGrowth.of(before, grown, half)).isEmpty();
        assertThat(GoneGrowth.of(before, after, half))
                .as("whether it grows there is not known")
                .hasSize(3);
        Site other = new Site(
                4, "Zip", List.of(), new Frame("a.Zips", "close", "Zips.java", 3, false), false, FreedBy.COLLECTOR);
        assertThat(GoneGrowth.of(before, grown, held(List.of(usage(other, 9 * MB)), 0, List.of(open(other, 700)))))
                .as("other lines")
                .hasSize(3);
    }

    private static SiteUsage usage(Site site, long bytes) {
        return SiteUsage.recorded(site, bytes, 0, 1, bytes, 0);
    }

    private static HandleUsage open(Site line, long open) {
        HandleSite site = new HandleSite(line, open, 0, 0, open, 0, 0, 0, false, 0, 0, List.of());
        return new HandleUsage("Inflater", open, 0, 0, 0, 0, List.of(site));
    }

    private static Statement leak(Subject subject, long amount) {
        return new Statement(Kind.LEAK, subject, amount, 0, 1, 0, 0, List.of(), Next.NONE);
    }

    /** A statement on what grew for a minute until the readings. */
    private static Statement grown(SubjectType type, String name, long amount, long perMinute) {
        long since = SMALL.time().toEpochMilli() - 60_000;
        Subject subject = new Subject(type, name, "", 1);
        return new Statement(Kind.LEAK, subject, amount, 0, perMinute, 0, since, List.of(), Next.NONE);
    }

    @Test
    void noArchive() {
        assertThat(text(new JvmSetup(17, "Serial", 0, 512 * MB, false, "none"), memory(2, 0, 45, 8, 100)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings (estimate): +5 MB. RSS changed by +5 MB."
                        + " Class archive none instead of default: +5 MB.");
    }

    @Test
    void anotherHeapLimitAndCompactHeaders() {
        assertThat(text(new JvmSetup(17, "Serial", 0, 4096 * MB, false, "default"), memory(9, 10, 30, 8, 90)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings (estimate): +7 MB. RSS changed by -3 MB."
                        + " Tables for another heap limit: +7 MB. The heap's limit was 512 MB. It is 4 GB."
                        + " Java heap, perhaps by its limit: -10 MB.");
        assertThat(text(new JvmSetup(17, "Serial", 0, 512 * MB, true, "default"), memory(2, 10, 30, 8, 85)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings (estimate): +0 B. RSS changed by -15 MB."
                        + " Java heap, perhaps by compact object headers: -15 MB.");
    }

    @Test
    void whatIsUnknownIsNotCompared() {
        assertThat(text(JvmSetup.UNKNOWN, SMALL)).isEmpty();
        assertThat(text(new JvmSetup(17, "", 0, 0, false, ""), memory(9, 9, 9, 9, 9)))
                .isEmpty();
        assertThat(JvmChange.of(side(SERIAL_17, null, List.of()), side(SERIAL_17, SMALL, List.of())))
                .isEmpty();
    }
}
