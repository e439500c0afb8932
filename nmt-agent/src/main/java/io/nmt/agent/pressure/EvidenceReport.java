package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolReading;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.DetailReport;
import io.nmt.report.document.Lines;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.Statements;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.document.Table;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import io.nmt.report.render.ReportText;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The report for people after its first lines, in its steps. */
final class EvidenceReport {
    private static final int TOP_SITES = 10;
    private static final Report NOTHING = new Report(List.of());

    private EvidenceReport() {}

    /** The text that is added to the file: an empty line, then the report, whose times are UTC. */
    static String text(Report report) {
        return "\n".concat(ReportText.of(report, null, ZoneOffset.UTC, 0));
    }

    /** The rest of what the tracker knows. */
    static Report firstStep() {
        return joined(
                0,
                SummaryReport.of(NativeMemory.snapshot()),
                SiteReport.of(TrackerReader.owners(), NativeMemory.sampling(), TOP_SITES, true),
                new Report(List.of(new Lines(
                        List.of(HandleLines.text(), "\nDetails follow. If none do, the process ended first.\n")))));
    }

    /** Growth, single blocks, pools, and the last hour. */
    static Report secondStep(GrowthEvidence growth) {
        PoolReading pools = NativeMemory.poolReading();
        HistoryReading lastHour = growth.lastHour();
        return joined(
                growth.history().endMillis(),
                of(growth.statements(), growth.history().endMillis()),
                DetailReport.of(NativeMemory.details(), TOP_SITES),
                pools.isEmpty() ? NOTHING : PoolReport.left(pools, TOP_SITES),
                lastHour.points().isEmpty() ? NOTHING : HistoryReport.course(lastHour));
    }

    /** The statements on growth. */
    static Report of(List<Statement> statements, long endMillis) {
        return new Report(List.of(Lines.of("Changes (times are UTC)\n"), new Statements(statements)), endMillis);
    }

    /** The parts of resident memory. */
    static Report of(ResidentEvidence resident, Crossing crossing) {
        ResidentMemory memory = resident.memory();
        if (memory == null) {
            return new Report(List.of(Lines.of("UNKNOWN resident memory: " + resident.problem() + '\n')));
        }
        boolean hasCgroup = crossing.cause().isOfCgroup() && resident.cgroupBytes() != ResidentEvidence.UNKNOWN;
        List<Section> sections = new ArrayList<>();
        sections.add(Lines.of("Read at " + memory.time().truncatedTo(ChronoUnit.SECONDS)
                + (hasCgroup ? ", when the container had " + Amounts.format(resident.cgroupBytes()) + " in use" : "")
                + ":\n"));
        sections.addAll(ResidentReport.of(memory).sections());
        sections.add(Lines.of("\nFindings\n"));
        // Files that grow are told with the growth.
        sections.add(new Statements(resident.statements().stream()
                .filter(statement -> statement.subject().type() != SubjectType.FILE)
                .toList()));
        return new Report(sections, memory.time().toEpochMilli());
    }

    /** Joins reports, with an empty line before each but the first: tables bring their own. */
    private static Report joined(long atMillis, Report... reports) {
        List<Section> sections = new ArrayList<>();
        for (Report report : reports) {
            List<Section> more = report.sections();
            boolean isLines = !more.isEmpty() && !(more.get(0) instanceof Table);
            if (isLines && !sections.isEmpty()) {
                sections.add(Lines.of("\n"));
            }
            sections.addAll(more);
        }
        return new Report(sections, atMillis);
    }
}
