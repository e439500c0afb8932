package io.nmt.report.document;

import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.ZoneOffset;
import java.util.List;

/** Resident memory as JSON, in the object of a command. Of a recorded reading, less is known, and it is left out. */
final class ResidentJson {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private ResidentJson() {}

    /** Writes a reading. */
    static void appendFields(Json json, ResidentMemory memory) {
        json.field("time", memory.time()).field("rssBytes", memory.rssBytes());
        if (!memory.isRecorded()) {
            if (memory.peakRssBytes() > 0) {
                json.field("peakRssBytes", memory.peakRssBytes());
            }
            json.field("swappedBytes", memory.swappedBytes())
                    .field("cleanFileBytes", memory.pages().cleanFileBytes())
                    .field("dirtyFileBytes", memory.pages().dirtyFileBytes())
                    .field("sharedMemoryBytes", memory.pages().sharedMemoryBytes())
                    .field("anonymousBytes", memory.pages().anonymousBytes())
                    .field("threads", memory.threads())
                    .field("hotSpotTracking", memory.hotSpotTracking())
                    .field("tookMillis", memory.tookNanos() / NANOS_PER_MILLI);
        }
        json.array("components");
        for (ResidentLine line : memory.lines()) {
            json.object().field("component", line.component());
            append(json, line);
            json.field("accuracy", line.accuracy().label()).endObject();
        }
        json.endArray();
        if (!memory.isRecorded()) {
            json.object("malloc").field("allocator", memory.allocator()).field("arenas", memory.arenas());
            if (memory.malloc() != null) {
                json.field("inUseBytes", memory.malloc().inUseBytes())
                        .field("freeBytes", memory.malloc().freeBytes());
            }
            json.endObject();
        }
    }

    private static void append(Json json, ResidentLine line) {
        json.field("reserved", line.reservedBytes())
                .field("committed", line.committedBytes())
                .field("resident", line.residentBytes());
    }

    /** Writes the array {@code verdicts}: those on resident memory, with their sentences. */
    static void append(Json json, List<Statement> statements) {
        json.array("verdicts");
        for (Statement statement : statements) {
            if (statement.isOfResident()) {
                boolean counted = StatementText.isCount(statement);
                json.object()
                        .field("component", statement.subject().name())
                        .field("bytes", counted ? 0 : statement.amount())
                        .field("finding", text(statement))
                        .field("nextStep", statement.next().line())
                        .endObject();
            }
        }
        json.endArray();
    }

    private static String text(Statement statement) {
        return StatementText.of(
                statement.withNext(Statement.Next.NONE), new Times(ZoneOffset.UTC, statement.sinceMillis()));
    }

    /** Writes the array {@code arenas}. */
    static void append(Json json, MallocUsage malloc) {
        json.array("arenas");
        for (MallocUsage.Arena arena : malloc.arenas()) {
            json.object()
                    .field("number", arena.number())
                    .field("systemBytes", arena.systemBytes())
                    .field("freeBytes", arena.freeBytes())
                    .endObject();
        }
        json.endArray();
    }

    /** Writes the object {@code residentMemory} of a recording: null if it was not read. */
    static void append(Json json, ResidentMemory memory) {
        if (memory == null) {
            json.field("residentMemory", null);
            return;
        }
        json.object("residentMemory");
        appendFields(json, memory);
        json.endObject();
    }

    /** Writes the object {@code residentMemory} of a comparison: null if it was not read twice. */
    static void appendChanges(Json json, Comparison comparison) {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory after = comparison.after().resident();
        if (before == null || after == null) {
            json.field("residentMemory", null);
            return;
        }
        json.object("residentMemory");
        appendMoment(json.object("before"), before);
        appendMoment(json.object("after"), after);
        json.object("change").field("rssBytes", after.rssBytes() - before.rssBytes());
        if (!after.isRecorded()) {
            json.field("threads", (long) after.threads() - before.threads());
        }
        json.endObject().array("components");
        for (Comparison.ComponentChange change : comparison.components()) {
            json.object().field("component", change.after().component()).object("before");
            append(json, change.before());
            json.endObject().object("after");
            append(json, change.after());
            json.endObject()
                    .object("change")
                    .field("resident", change.bytes())
                    .endObject()
                    .field("accuracy", change.after().accuracy().label())
                    .endObject();
        }
        json.endArray().endObject();
    }

    private static void appendMoment(Json json, ResidentMemory memory) {
        json.field("time", memory.time()).field("rssBytes", memory.rssBytes());
        if (!memory.isRecorded()) {
            json.field("threads", memory.threads());
        }
        json.endObject();
    }
}
