package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.history.History;
import io.nmt.core.history.HistoryReading;
import io.nmt.core.history.HistoryReport;
import io.nmt.core.internal.sites.Owners;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.ResidentMemory;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Verdict;
import io.nmt.core.report.DetailReport;
import io.nmt.core.report.PoolReport;
import io.nmt.core.report.ResidentReport;
import io.nmt.core.report.SafeText;
import io.nmt.core.report.SiteReport;
import io.nmt.core.report.TextReport;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentReader;
import io.nmt.core.rss.ResidentReading;
import io.nmt.core.rss.verdicts.Verdicts;
import io.nmt.jfr.MemoryPressureEvents;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes what is in use, in two steps, since the process may be killed meanwhile: first what the tracker knows, which
 * takes milliseconds, and when that is in the file, where resident memory is. Thread-safe; one report at a time.
 */
final class Evidence {
    private static final int TOP_SITES = 10;
    private static final long HOUR_MILLIS = 3600_000;

    private final EvidenceFile file;
    private final TerminationLog terminationLog;
    private final boolean jfr;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Set<String> told = new HashSet<>();

    /**
     * Where to write.
     *
     * @param file for the report
     * @param terminationLog for a few lines
     * @param jfr whether events may be emitted, once JFR has started
     */
    Evidence(EvidenceFile file, TerminationLog terminationLog, boolean jfr) {
        this.file = file;
        this.terminationLog = terminationLog;
        this.jfr = jfr;
    }

    /**
     * Reports. Never throws.
     *
     * @param firstStepDone is counted down when the first step is in the file, or is given up
     * @return false, if another thread is about to: then nothing was done
     */
    boolean write(Crossing crossing, CountDownLatch firstStepDone) {
        if (!busy.compareAndSet(false, true)) {
            firstStepDone.countDown();
            return false;
        }
        try {
            writeFirst(crossing);
            firstStepDone.countDown();
            if (file.isWritten()) {
                file.append(secondStep(Scale.fitting(crossing.limitBytes())));
            }
            file.close();
        } catch (Throwable t) {
            sayFailed(t);
        } finally {
            firstStepDone.countDown();
            busy.set(false);
        }
        return true;
    }

    private void writeFirst(Crossing crossing) {
        String path = "";
        History.ofProcess().happened(told(crossing));
        try {
            path = file.write(firstStep(crossing));
            tellOnce(crossing.cause(), told(crossing) + "; the report is in " + path);
        } catch (IOException e) {
            tellOnce("file", told(crossing) + "; no report: " + e.getMessage());
        }
        if (terminationLog.isThere()) {
            writeTerminationLog(crossing, path);
        }
        if (jfr) {
            emit(crossing, path);
        }
    }

    private void writeTerminationLog(Crossing crossing, String path) {
        try {
            terminationLog.write(TerminationText.of(crossing, path), crossing.isError());
        } catch (IOException e) {
            tellOnce("termination log", "the termination log cannot be written: " + e.getMessage());
        }
    }

    /** There may be no memory left for words of its own. */
    private void sayFailed(Throwable t) {
        try {
            tellOnce("failed", "the report on memory pressure failed: ".concat(t.toString()));
        } catch (Throwable again) {
            // Then it is not told.
        }
    }

    private static String told(Crossing crossing) {
        Scale scale = Scale.fitting(crossing.limitBytes());
        return "memory pressure, " + crossing.cause() + ": " + scale.format(crossing.usageBytes()) + " of "
                + scale.format(crossing.limitBytes()) + " in use";
    }

    private static String firstStep(Crossing crossing) {
        Scale scale = Scale.fitting(crossing.limitBytes());
        return Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", process "
                + ProcessHandle.current().pid() + ": " + crossing.description() + ": usage "
                + scale.format(crossing.usageBytes()) + ", limit " + scale.format(crossing.limitBytes()) + " ("
                + crossing.percent() + " %)\n" + crossing.details() + '\n'
                + TextReport.of(NativeMemory.snapshot(), scale) + '\n'
                + SiteReport.of(Owners.list(), NativeMemory.sampling(), scale, TOP_SITES, true)
                + OpenHandles.text()
                + "\nDetails and resident memory follow in a moment. Where nothing does, the process ended before.\n";
    }

    private static String secondStep(Scale scale) {
        String details = DetailReport.of(NativeMemory.details(), scale) + ofPools(scale) + ofLastHour(scale);
        try {
            ResidentReading reading = ResidentReader.read();
            ResidentMemory memory = reading.memory();
            List<ResidentHistory.Reading> earlier = ResidentHistory.readings();
            List<Verdict> verdicts = Verdicts.of(reading, earlier);
            ResidentHistory.add(reading);
            return details
                    + '\n'
                    + ResidentReport.text(memory, null, Scale.fitting(memory.rssBytes()))
                    + ResidentReport.text(verdicts)
                    + Verdicts.basis(reading, earlier)
                    + '\n';
        } catch (RuntimeException | LinkageError e) {
            return details + "\nWhere resident memory is cannot be told now: " + e.getMessage() + '\n';
        }
    }

    /** Who holds the buffers of pools, and what that means, if there are any. */
    private static String ofPools(Scale scale) {
        PoolReading pools = NativeMemory.poolReading();
        return pools.isEmpty() ? "" : '\n' + PoolReport.of(pools, scale, TOP_SITES, true);
    }

    /** How it came to that, if the history is not off. */
    private static String ofLastHour(Scale scale) {
        HistoryReading reading = HistoryReading.of(History.ofProcess(), History.now() - HOUR_MILLIS);
        return reading.points().isEmpty()
                ? ""
                : '\n' + HistoryReport.of(reading, null, bytes -> scale, ZoneId.systemDefault(), TOP_SITES);
    }

    private static void emit(Crossing crossing, String path) {
        CategoryUsage largest = null;
        for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
            if (largest == null || usage.committed() > largest.committed()) {
                largest = usage;
            }
        }
        List<SiteUsage> sites = Owners.list();
        MemoryPressureEvents.emit(
                crossing.cause(),
                crossing.usageBytes(),
                crossing.limitBytes(),
                largest == null ? "" : largest.category(),
                largest == null ? 0 : largest.committed(),
                sites.isEmpty() ? "" : sites.get(0).site().toString(),
                path);
    }

    private void tellOnce(String about, String line) {
        if (told.add(about)) {
            say(line);
        }
    }

    /**
     * Says a line on stderr: not through {@code System.err}, which may be the application's, and lock or allocate what
     * it likes.
     */
    static void say(String line) {
        // Not to be closed: the descriptor is everybody's.
        @SuppressWarnings("resource")
        FileOutputStream err = new FileOutputStream(FileDescriptor.err);
        try {
            err.write("nmt: ".concat(SafeText.line(line)).concat("\n").getBytes(Charset.defaultCharset()));
        } catch (IOException e) {
            // Nothing listens.
        }
    }
}
