package io.nmt.cli.commands;

import io.nmt.cli.json.SavedReport;
import io.nmt.cli.malloc.RecordedMallocs;
import io.nmt.report.judge.JvmChange;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;

/**
 * One of two files that are compared: a recording, or the report of one. Immutable.
 *
 * @param memory its last figures
 * @param setup of the JVM; unknown of a report
 * @param statements on its end
 * @param hasAllSites whether it has all call sites
 * @param hasAllHandles whether it has all classes of native handles
 */
record ComparedFile(
        RecordedMemory memory, JvmSetup setup, List<Statement> statements, boolean hasAllSites, boolean hasAllHandles) {
    private static final long MOST_BYTES = 64L << 20; // of JSON

    /** Reads it; null for a recording that has async-profiler's records alone. */
    static ComparedFile read(Path file) throws IOException {
        if (isJson(file)) {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException(file + " is no report: it is larger than 64 MB");
            }
            return saved(file);
        }
        RecordedCourse course = RecordedMallocs.readUnlessOnlyThey(List.of(file));
        return course == null
                ? null
                : new ComparedFile(
                        course.memory(),
                        course.process().setup(),
                        RecordedPast.of(course).statements(),
                        true,
                        true);
    }

    private static ComparedFile saved(Path file) throws IOException {
        try {
            SavedReport saved = SavedReport.read(Files.readString(file));
            return new ComparedFile(
                    saved.memory(), JvmSetup.UNKNOWN, saved.statements(), saved.hasAllSites(), saved.hasAllHandles());
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException(file + " is no saved report: " + e.getMessage(), e);
        }
    }

    /** A recording begins with other letters. */
    static boolean isJson(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == '{';
        }
    }

    /** The process as its JVM is compared with the other one's. */
    JvmChange.Side side() {
        return new JvmChange.Side(setup, memory.last().resident(), statements);
    }

    /** The figures without what the other file has not. */
    RecordedMemory with(boolean sites, boolean handles) {
        MemoryReading last = memory.last();
        MemoryReading kept = new MemoryReading(
                last.snapshot(),
                sites ? last.sites() : List.of(),
                last.resident(),
                handles ? last.handles() : List.of(),
                sites ? last.pools() : null,
                last.scopes());
        return new RecordedMemory(
                memory.begin(),
                memory.end(),
                kept,
                memory.completenessKnown(),
                memory.sitesTime(),
                memory.sitesFromSamples(),
                memory.handlesTime(),
                memory.cutOff(),
                memory.failedEmissions());
    }
}
