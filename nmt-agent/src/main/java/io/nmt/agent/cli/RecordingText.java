package io.nmt.agent.cli;

import io.nmt.core.report.Ages;
import io.nmt.core.report.SafeText;
import io.nmt.core.report.Scale;
import io.nmt.core.report.TextReport;
import io.nmt.core.report.TextTable;
import io.nmt.core.report.TrackedSince;
import io.nmt.jfr.recordings.RecordedMemory;
import io.nmt.jfr.recordings.RecordedSite;
import java.time.Duration;
import java.util.List;

/** A recording as tables for people. */
final class RecordingText {
    private RecordingText() {}

    static String of(RecordedMemory memory, OutputOptions options) {
        Scale scale = options.scale(memory.last().total().committed());
        StringBuilder text = new StringBuilder();
        text.append("Recorded from ")
                .append(memory.begin())
                .append(" to ")
                .append(memory.end())
                .append(" (")
                .append(Ages.format(
                        Duration.between(memory.begin(), memory.end()).toNanos()))
                .append(")\n\n")
                .append(TextReport.of(memory.last(), scale, TrackedSince.lines(memory.trackedAfterNanos())));
        if (!memory.completenessKnown()) {
            text.append("What could not be tracked is not known: the recording has no nmt.NativeMemoryTracking.\n");
        }
        if (!memory.notTracked().isEmpty()) {
            text.append("Not tracked on that system, or not wholly: ")
                    .append(SafeText.name(memory.notTracked()))
                    .append(".\n");
        }
        if (memory.failedEmissions() > 0) {
            text.append("Not all events could be recorded: ")
                    .append(Scale.group(memory.failedEmissions()))
                    .append(" emissions failed, as where the Java heap is full.\n");
        }
        if (memory.cutOff()) {
            text.append("The recording could not be read to its end.\n");
        }
        appendSites(text, memory, scale, options);
        ResidentText.append(text, memory.resident(), options);
        AsOf.appendResident(text, "The recording", memory);
        return text.toString();
    }

    private static void appendSites(StringBuilder text, RecordedMemory memory, Scale scale, OutputOptions options) {
        List<RecordedSite> sites = memory.sites();
        if (sites.isEmpty()) {
            text.append(
                    "\nNo call sites are recorded: none was sampled that holds memory, the agent ran with sample=0, or the"
                            + " recording is without nmt.NativeMemorySite.\n");
            return;
        }
        int shown = options.shown(sites.size());
        text.append("\nCall sites by live bytes (").append(Scale.group(sites.size()));
        if (shown < sites.size()) {
            text.append(", ").append(Scale.group(shown)).append(" shown");
        }
        text.append(")\n");
        TextTable table =
                TextTable.ofFiguresAndName("Bytes", "±", "Count", "Peak", "Oldest", "Category", "Allocated at");
        for (RecordedSite site : sites.subList(0, shown)) {
            table.add(
                    scale.format(site.liveBytes()),
                    scale.format(site.standardErrorBytes()),
                    Scale.group(site.count()),
                    memory.sitesFromSamples() ? "?" : scale.format(site.peakBytes()),
                    Ages.format(site.oldestAgeNanos()),
                    site.category(),
                    site.topFrame());
        }
        table.appendTo(text);
        text.append("Call sites: estimates from samples, exact where ± is 0; ± is one standard error.\n");
        AsOf.appendSites(text, "Call sites", memory);
        if (memory.sitesFromSamples()) {
            text.append(
                    "They are added up from the samples of this recording: what was allocated before it is not in them.\n");
        }
    }
}
