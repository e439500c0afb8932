package io.nmt.report.document;

import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Scale;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.util.List;

/** Resident memory of a process that nothing was loaded into, as text and as JSON. Pure functions. */
public final class OutsideReport {
    private static final String UNKNOWN = "UNKNOWN from outside: call sites, growth, live size.";

    private OutsideReport() {}

    /**
     * Writes it for people.
     *
     * @param memory the reading
     * @param answered whether its JVM has answered
     * @param files that are mapped, by path
     * @param statements on it
     * @param scale the unit of byte figures
     * @param times of the reader
     * @return lines, each ended by a line feed
     */
    public static String text(
            ResidentMemory memory,
            boolean answered,
            List<ResidentFile> files,
            List<Statement> statements,
            Scale scale,
            Times times) {
        StringBuilder text = new StringBuilder();
        for (String statement : StatementText.of(statements, times)) {
            text.append(statement).append('\n');
        }
        text.append(UNKNOWN).append("\n\n");
        ResidentReport.appendTable(text, "Resident memory of the process, read from outside", memory, null, scale);
        ResidentReport.appendPeak(text, memory, scale);
        if (!memory.pages().equals(PageKinds.NONE)) {
            ResidentReport.appendPages(text, memory, scale);
        }
        MallocUsage malloc = memory.malloc();
        if (malloc != null) {
            text.append("malloc: ").append(memory.allocator());
            text.append(
                    memory.arenas() > 0 ? ", " + memory.arenas() + (memory.arenas() == 1 ? " arena" : " arenas") : "");
            ResidentReport.appendUse(text, malloc, scale);
        }
        if (answered) {
            ResidentReport.appendTracking(text, memory);
        }
        ResidentReport.appendNotes(text, memory);
        return text.append(ResidentReport.files(files, false, scale)).toString();
    }

    /**
     * Writes it for programs.
     *
     * @param memory the reading
     * @param statements on it
     * @return an object on one line, with {@code "outside":true}
     */
    public static String json(ResidentMemory memory, List<Statement> statements) {
        Json json = new Json().object().field("outside", true);
        ResidentJson.appendFields(json, memory);
        StatementJson.append(json, statements);
        return json.strings("notes", List.of(UNKNOWN)).endObject().toString();
    }
}
