package io.nmt.spark.source;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.ProcessRecording;
import io.nmt.jfr.recordings.RecordedProcess;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** The rows of a file. Never throws for what is in a file: that is a row with a problem. */
final class FileRows {
    /** The event of rows with a problem. */
    private static final String PROBLEM_EVENT = "nmt.Problem";

    private final SourceOptions options;
    private final Configuration configuration;

    FileRows(SourceOptions options, Configuration configuration) {
        this.options = options;
        this.configuration = configuration;
    }

    List<Map<Column, Object>> read(String file) {
        Map<Column, Object> common = new EnumMap<>(Column.class);
        common.put(Column.FILE, file);
        common.put(Column.HOST, SourceOptions.find(options.host(), file));
        common.put(Column.APP_VERSION, SourceOptions.find(options.version(), file));
        try {
            return InputFiles.withLocal(file, configuration, local -> read(local, common));
        } catch (IOException | RuntimeException e) {
            return List.of(problem(common, text(e)));
        }
    }

    private List<Map<Column, Object>> read(Path local, Map<Column, Object> common) {
        try {
            return InputFiles.isEvidence(local.getFileName().toString())
                    ? EvidenceRows.read(local, common)
                    : recording(local, common);
        } catch (IOException | RuntimeException e) {
            return List.of(problem(common, text(e).replace(local + " ", ""))); // the row names the file
        }
    }

    private static String text(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private List<Map<Column, Object>> recording(Path local, Map<Column, Object> common) throws IOException {
        ProcessRecording recording = RecordingReader.readProcess(local, Set.of(options.versionProperty()));
        RecordedProcess process = recording.process();
        RecordedMemory memory = recording.memory();
        common.putIfAbsent(Column.HOST, process.host());
        common.putIfAbsent(Column.APP_VERSION, process.properties().get(options.versionProperty()));
        common.put(Column.PID, process.pid() < 0 ? null : process.pid());
        common.put(Column.STARTED, process.started() == null ? null : RowFilter.micros(process.started()));
        common.put(Column.JDK_VERSION, process.jdkVersion());
        common.put(Column.TIME, RowFilter.micros(memory.end()));
        List<Map<Column, Object>> rows = new ArrayList<>();
        CategoryUsage total = memory.last().snapshot().total();
        rows.add(usage(common, "nmt.NativeMemoryUsageTotal", null, total));
        for (CategoryUsage usage : memory.last().snapshot().categories()) {
            rows.add(usage(common, "nmt.NativeMemoryUsage", usage.category(), usage));
        }
        for (SiteUsage usage : memory.last().sites()) {
            rows.add(site(common, usage, memory.sitesTime()));
        }
        if (memory.last().resident() != null) {
            for (ResidentLine line : memory.last().resident().lines()) {
                rows.add(resident(common, line, memory.last().resident().time()));
            }
        }
        for (HandleUsage usage : memory.last().handles()) {
            rows.add(handles(common, usage, memory.handlesTime()));
        }
        if (memory.cutOff()) {
            rows.add(problem(common, "breaks off: read as far as it goes"));
        }
        return rows;
    }

    private static Map<Column, Object> row(Map<Column, Object> common, String event, String category) {
        Map<Column, Object> row = new EnumMap<>(common);
        row.put(Column.EVENT, event);
        row.put(Column.CATEGORY, category);
        return row;
    }

    private static Map<Column, Object> problem(Map<Column, Object> common, String problem) {
        Map<Column, Object> row = row(common, PROBLEM_EVENT, null);
        row.put(Column.PROBLEM, problem);
        return row;
    }

    private static Map<Column, Object> usage(
            Map<Column, Object> common, String event, String category, CategoryUsage usage) {
        Map<Column, Object> row = row(common, event, category);
        row.put(Column.BYTES, usage.committed());
        row.put(Column.BLOCKS, usage.count());
        row.put(Column.PEAK, usage.peakCommitted());
        row.put(Column.STANDARD_ERROR, 0L);
        return row;
    }

    private static Map<Column, Object> site(Map<Column, Object> common, SiteUsage usage, Instant time) {
        Map<Column, Object> row =
                row(common, "nmt.NativeMemorySite", usage.site().category());
        Frame leading = usage.site().leading();
        row.put(Column.TIME, RowFilter.micros(time));
        row.put(Column.SITE, usage.site().toString());
        row.put(
                Column.METHOD,
                leading == null ? usage.site().toString() : leading.className() + "." + leading.methodName());
        row.put(
                Column.FRAMES,
                usage.site().frames().stream().map(Frame::toString).toArray(String[]::new));
        row.put(Column.BYTES, usage.liveBytes());
        row.put(Column.BLOCKS, usage.liveCount());
        row.put(Column.PEAK, usage.peakBytes());
        row.put(Column.STANDARD_ERROR, usage.standardErrorBytes());
        return row;
    }

    private static Map<Column, Object> resident(Map<Column, Object> common, ResidentLine line, Instant time) {
        Map<Column, Object> row = row(common, "nmt.ResidentMemory", line.component());
        row.put(Column.TIME, RowFilter.micros(time));
        row.put(Column.BYTES, line.residentBytes());
        return row;
    }

    private static Map<Column, Object> handles(Map<Column, Object> common, HandleUsage usage, Instant time) {
        Map<Column, Object> row = row(common, "nmt.NativeHandles", usage.className());
        row.put(Column.TIME, RowFilter.micros(time));
        row.put(Column.BLOCKS, usage.open());
        return row;
    }
}
