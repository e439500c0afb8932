package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.Unreachable;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Trim;
import java.util.List;

/**
 * Live and recorded memory as JSON, for scripts: one object on one line, without a line end. Bytes and nanoseconds are
 * plain numbers, the same thing has the same name everywhere: {@code docs/json.md}.
 */
public final class JsonReport {
    private JsonReport() {}

    /**
     * Writes leaks by line of code.
     *
     * @param byLine to be written
     * @param sampling how they were found
     * @param top how many of each group, and how many stacks of a line
     * @param handles that are suspects
     * @param statements on their growth
     * @param notes on them, in words
     * @return the object, with {@code suspects}, {@code holders}, {@code pools}, {@code handles}, {@code statements}
     *     and {@code notes} in place of {@code sites}; lines that several stacks lead to have {@code stackCount} and
     *     {@code stacks}, too
     */
    public static String of(
            LeaksByLine byLine,
            Sampling sampling,
            int top,
            List<HandleUsage> handles,
            List<Statement> statements,
            List<String> notes) {
        Leaks leaks = byLine.leaks();
        Json json = new Json().object();
        ReportJson.append(json, SiteRows.facts(sampling));
        json.field("minimumAgeNanos", leaks.minimumAgeNanos()).field("judgedInNanos", leaks.judgedInNanos());
        ReportJson.append(json, SiteRows.lines("suspects", leaks.suspects(), byLine, top));
        ReportJson.append(json, SiteRows.lines("holders", leaks.holders(), byLine, top));
        ReportJson.append(json, SiteRows.lines("pools", leaks.pools(), byLine, top));
        ReportJson.append(json, HandleReport.classes(handles, top));
        StatementJson.append(json, statements);
        return json.strings("notes", notes).endObject().toString();
    }

    /**
     * Writes what a garbage collection has freed.
     *
     * @param unreachable to be written
     * @param coverage which part of the process is tracked
     * @return the object
     */
    public static String of(Unreachable unreachable, Coverage coverage) {
        Json json = new Json().object().array("categories");
        for (Unreachable.Freed freed : unreachable.categories()) {
            json.object()
                    .field("type", freed.category())
                    .field("bytes", freed.bytes())
                    .field("blocks", freed.blocks())
                    .endObject();
        }
        json.endArray()
                .field("bytes", unreachable.bytes())
                .field("blocks", unreachable.blocks())
                .field("unknownBlocks", unreachable.unknownBlocks())
                .field("settled", unreachable.settled());
        ReportJson.append(json, CoverageLines.facts(coverage));
        return json.endObject().toString();
    }

    /**
     * Writes a reading of resident memory.
     *
     * @param memory the reading
     * @param advice on limits, in lines; left out if there is none
     * @param malloc its arenas are written; null to leave them out
     * @param statements on it; {@code verdicts} has the sentences of those on resident memory
     * @param notes on it, in words
     * @return the object
     */
    public static String of(
            ResidentMemory memory,
            List<String> advice,
            MallocUsage malloc,
            List<Statement> statements,
            List<String> notes) {
        Json json = new Json().object();
        ResidentJson.appendFields(json, memory);
        ResidentJson.append(json, statements);
        StatementJson.append(json, statements);
        if (!advice.isEmpty()) {
            json.strings("advice", advice);
        }
        if (malloc != null) {
            ResidentJson.append(json, malloc);
        }
        return json.strings("notes", notes).endObject().toString();
    }

    /**
     * Writes what came of a trim.
     *
     * @param trim that was run
     * @return {@code {"before":{…},"after":{…},"givenBackBytes":…}}
     */
    public static String of(Trim trim) {
        Json json = new Json().object().object("before");
        ResidentJson.appendFields(json, trim.before());
        json.endObject().object("after");
        ResidentJson.appendFields(json, trim.after());
        return json.endObject()
                .field("givenBackBytes", trim.givenBackBytes())
                .endObject()
                .toString();
    }

    /**
     * Writes what recordings tell.
     *
     * @param memory to be written
     * @param top how many call sites
     * @return the object
     */
    public static String of(RecordedMemory memory, int top) {
        return of(memory, top, false);
    }

    /**
     * Writes what recordings tell.
     *
     * @param memory to be written
     * @param top how many call sites
     * @param chunks whether {@code sites} has who has taken the chunks of pools, in place of who has taken their
     *     buffers
     * @return the object
     */
    public static String of(RecordedMemory memory, int top, boolean chunks) {
        return of(memory, List.of(), top, chunks);
    }

    /**
     * Writes what recordings tell, and what grew.
     *
     * @param memory to be written
     * @param statements on growth
     * @param top how many call sites
     * @param chunks whether {@code sites} has who has taken the chunks of pools, in place of who has taken their
     *     buffers
     * @return the object
     */
    public static String of(RecordedMemory memory, List<Statement> statements, int top, boolean chunks) {
        Json json = new Json()
                .object()
                .field("begin", memory.begin())
                .field("end", memory.end())
                .field("cutOff", memory.cutOff())
                .field("completenessKnown", memory.completenessKnown())
                .field("failedEmissions", memory.failedEmissions())
                .object("last");
        MemoryReading last = memory.last();
        ReportJson.append(json, SummaryReport.of(last.snapshot()));
        json.endObject().field("sitesFromSamples", memory.sitesFromSamples()).field("sitesTime", memory.sitesTime());
        ReportJson.append(json, SiteRows.table("sites", chunks ? last.sites() : last.owners(), top));
        if (last.pools() != null) {
            json.field("poolsTime", last.pools().time()).object("pools");
            ReportJson.append(json, PoolReport.of(last.pools(), top, false));
            json.endObject();
        }
        json.field("handlesTime", memory.handlesTime());
        ReportJson.append(json, HandleReport.classes(last.handles(), top));
        ResidentJson.append(json, last.resident());
        StatementJson.append(json, statements);
        return json.endObject().toString();
    }

    /**
     * Writes what differs between two readings: of each thing {@code before}, {@code after} and {@code change}.
     *
     * @param comparison to be written
     * @param top how many call sites
     * @return the object
     */
    public static String of(Comparison comparison, int top) {
        Snapshot after = comparison.after().snapshot();
        Json json = new Json()
                .object()
                .field("beforeTime", comparison.before().snapshot().time())
                .field("afterTime", after.time());
        ReportJson.append(json, SummaryReport.changes(comparison.categories()));
        ReportJson.append(json, CoverageLines.facts(after.coverage()));
        ReportJson.append(json, SiteRows.changes(comparison.sites(), top));
        ReportJson.append(json, HandleReport.changes(comparison.handles(), top));
        ResidentJson.appendChanges(json, comparison);
        return json.endObject().toString();
    }
}
