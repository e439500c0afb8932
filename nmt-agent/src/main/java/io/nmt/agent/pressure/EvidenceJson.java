package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Coverage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.HandleReport;
import io.nmt.report.document.Report;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryData;
import io.nmt.report.render.Json;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.StatementJson;
import java.time.Instant;
import java.util.List;

/** The report for programs: the twin of the one for people, of the same moment. */
final class EvidenceJson {
    private static final int TOP_SITES = 100;
    private static final int TOP_HANDLES = 10;

    private EvidenceJson() {}

    /**
     * The first step: the tracker's figures.
     *
     * @param crossing why there is a report
     * @param time of both reports
     * @param path of the report for people
     * @param summary the termination log
     * @param statements on growth
     * @return the object, without a line end
     */
    static String firstStep(
            Crossing crossing, Instant time, String path, TerminationText summary, List<Statement> statements) {
        Json json = new Json()
                .object()
                .field("time", time)
                .field("pid", ProcessHandle.current().pid());
        Instant start = ProcessHandle.current().info().startInstant().orElse(null);
        if (start != null) {
            json.field("started", start);
        }
        json.field("program", program())
                .field("javaVersion", System.getProperty("java.runtime.version"))
                .field("cause", crossing.cause().label())
                .field("description", crossing.description());
        if (crossing.isUsageKnown()) {
            json.field("usageBytes", crossing.usageBytes());
        }
        if (crossing.hasLimit()) {
            json.field("limitBytes", crossing.limitBytes());
        }
        if (crossing.requestedBytes() > 0) {
            json.field("requestedBytes", crossing.requestedBytes());
        }
        if (crossing.isError()) {
            json.strings("error", crossing.details().lines().toList());
        }
        json.field("report", path)
                .strings("answer", summary.answer())
                .strings("summary", summary.text().lines().toList());
        StatementJson.append(json, statements);
        String object = json.endObject().toString();
        object = Json.withField(
                object, "memory", ReportJson.of(SummaryReport.of(NativeMemory.snapshot(), NativeMemory.pools())));
        return Json.withField(
                object,
                "callSites",
                ReportJson.of(SiteReport.of(TrackerReader.owners(), NativeMemory.sampling(), TOP_SITES, false)));
    }

    /** The same with what takes longer, and where a recording is being made; null if none is. */
    static String secondStep(
            String firstStep, GrowthEvidence growth, ResidentEvidence resident, Report jvm, RecordingPlace recording) {
        String object = Json.withField(
                firstStep,
                "nativeHandles",
                ReportJson.of(HandleReport.of(NativeMemory.handles(), TOP_HANDLES, false, 0)));
        if (recording != null) {
            String where = new Json()
                    .object()
                    .field("file", recording.file())
                    .field("repository", recording.repository())
                    .endObject()
                    .toString();
            object = Json.withField(object, "recording", where);
        }
        List<Statement> statements = growth.statements();
        object = Json.withField(
                object, "lastHour", ReportJson.of(HistoryData.of(growth.lastHour(), statements, Coverage.UNKNOWN)));
        if (!jvm.sections().isEmpty()) {
            object = Json.withField(object, "jvm", ReportJson.of(jvm));
        }
        return resident.memory() == null
                ? object
                : Json.withField(
                        object,
                        "residentMemory",
                        ReportJson.of(ResidentReport.of(
                                resident.memory(),
                                null,
                                ResidentJudge.merged(statements, resident.statements()),
                                List.of())));
    }

    /** The main class or the jar, without arguments: these may have secrets in them. */
    private static String program() {
        String command = System.getProperty("sun.java.command", "");
        int space = command.indexOf(' ');
        return space < 0 ? command : command.substring(0, space);
    }
}
