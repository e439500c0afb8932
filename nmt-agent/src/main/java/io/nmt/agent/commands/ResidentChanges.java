package io.nmt.agent.commands;

import io.nmt.core.report.JsonReport;
import io.nmt.core.report.Scale;
import io.nmt.core.report.TextTable;
import io.nmt.core.rss.Component;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentLine;
import io.nmt.core.rss.ResidentMemory;
import io.nmt.core.threads.DetachedThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What has changed in resident memory, by component: nothing where the system does not tell. */
final class ResidentChanges {
    private final List<Change> changes = new ArrayList<>();
    private final ResidentMemory now;
    private final boolean lost;
    private long rssChange;
    private long threadsChange;

    /** A line with what it has more than before, or less. */
    private record Change(ResidentLine line, long bytesChange) {}

    /**
     * Compares.
     *
     * @param before null where the system does not tell
     * @param now the same
     */
    ResidentChanges(ResidentMemory before, ResidentMemory now) {
        this.now = before == null ? null : now;
        this.lost = (before == null) != (now == null);
        if (before == null || now == null) {
            return;
        }
        Set<String> components = new LinkedHashSet<>();
        now.lines().forEach(line -> components.add(line.component()));
        before.lines().forEach(line -> components.add(line.component()));
        for (String component : components) {
            ResidentLine line = now.line(component);
            changes.add(new Change(
                    line, line.residentBytes() - before.line(component).residentBytes()));
        }
        changes.sort(Comparator.comparingLong((Change change) -> Math.abs(change.bytesChange()))
                .reversed());
        rssChange = now.rssBytes() - before.rssBytes();
        threadsChange = (long) now.threads() - before.threads();
    }

    /**
     * Reads resident memory, where the system tells; otherwise returns null. On a thread of its own: the buffers that
     * the JDK keeps for each thread that has read files go with it, and are no change that a diff would show.
     */
    static ResidentMemory read() {
        Reading reading = new Reading();
        try {
            reading.start();
            reading.join();
            return reading.memory;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static final class Reading extends DetachedThread {
        private ResidentMemory memory;

        Reading() {
            super("nmt resident memory");
        }

        @Override
        public void run() {
            try {
                ResidentMemory read = ResidentMemory.read();
                ResidentHistory.add(read);
                memory = read;
            } catch (RuntimeException | Error e) {
                // Not Linux, no /proc, no memory left: then there is nothing to show.
            }
        }
    }

    /** What is now in memory; 0 where that is not known. */
    long rssBytes() {
        return now == null ? 0 : now.rssBytes();
    }

    /** A table for people: what has changed, the largest change first. */
    String text(Scale scale) {
        if (now == null) {
            return lost ? "\nResident memory: it could not be read both at the baseline and now.\n" : "";
        }
        StringBuilder text = new StringBuilder("\nResident memory of the process that changed");
        text.append(scale == Scale.B ? ", in bytes\n" : "\n");
        TextTable table = TextTable.ofFigures("Component", "Resident", "+/-", "Is");
        for (Change change : changes) {
            if (change.bytesChange() != 0) {
                ResidentLine line = change.line();
                table.add(
                        line.component(),
                        scale.format(line.residentBytes()),
                        scale.formatChange(change.bytesChange()),
                        line.accuracy().label());
            }
        }
        table.addTotal(Component.RSS, scale.format(now.rssBytes()), scale.formatChange(rssChange), "exact");
        table.appendTo(text);
        text.append("Threads: ").append(Scale.group(now.threads()));
        if (threadsChange != 0) {
            text.append(" (").append(Scale.B.formatChange(threadsChange)).append(')');
        }
        return text.append(".\n").toString();
    }

    /** An object with all components, or null. */
    String json() {
        if (now == null) {
            return "null";
        }
        StringBuilder json = new StringBuilder("{\"rss\":{\"resident\":").append(now.rssBytes());
        json.append(",\"change\":").append(rssChange);
        json.append("},\"threads\":").append(now.threads());
        json.append(",\"threadsChange\":").append(threadsChange).append(",\"components\":[");
        String separator = "";
        for (Change change : changes) {
            json.append(separator).append("{\"component\":");
            JsonReport.appendString(json, change.line().component());
            json.append(",\"resident\":").append(change.line().residentBytes());
            json.append(",\"change\":").append(change.bytesChange());
            json.append(",\"accuracy\":\"")
                    .append(change.line().accuracy().label())
                    .append("\"}");
            separator = ",";
        }
        return json.append("]}").toString();
    }
}
