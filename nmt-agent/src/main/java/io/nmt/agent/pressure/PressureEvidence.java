package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.mappings.StandardError;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.jfr.MemoryPressureEvents;
import io.nmt.report.document.Report;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Cause;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryEvent;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes what is in use, in two steps, since the process may be killed meanwhile: first what the tracker knows, which
 * takes milliseconds, and when that is in the file, where resident memory is. Of either step the report for people
 * comes first, then a few lines for Kubernetes, then the twin for programs. Before these, near a limit of the kernel's,
 * come the first lines of the former two: see {@link Headline}.
 *
 * <p>Thread-safe; one report at a time. Another one waits for it, so that none is lost.
 */
final class PressureEvidence {
    private static final int LEAST_SITE_DIVISOR = 10;

    private final EvidenceFile file;
    private final TerminationLog terminationLog;
    private final Recorder recorder;
    private final boolean jfr;
    private Instant time; // of the report that is being written
    private final ReentrantLock writing = new ReentrantLock();
    private final Set<String> told = new HashSet<>();
    private boolean toldOfTooMuch;

    /**
     * Evidence that goes to this file and log.
     *
     * @param file for the report
     * @param terminationLog for a few lines
     * @param recorder of what follows; null for none
     * @param jfr whether events may be emitted, once JFR has started
     */
    PressureEvidence(EvidenceFile file, TerminationLog terminationLog, Recorder recorder, boolean jfr) {
        this.file = file;
        this.terminationLog = terminationLog;
        this.recorder = recorder;
        this.jfr = jfr;
    }

    /**
     * Loads and runs once what the first lines take, but writes nothing: the first time, that takes tens of
     * milliseconds. Never throws.
     *
     * @param crossing such as will be reported
     */
    void prepare(Crossing crossing) {
        writing.lock();
        try {
            Headline headline = Headline.of(crossing, Instant.now());
            @SuppressWarnings("unused") // to have made it is all
            String text = told(crossing) + headline.ofReport() + headline.ofTerminationLog("");
            EndOfReport end = EndOfReport.begin();
            if (end != null) {
                end.close();
            }
            terminationLog.prepare();
            file.prepare();
        } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
            return; // then the report takes longer, and says what is wrong
        } finally {
            writing.unlock();
        }
    }

    /**
     * Reports, after a report that is being written. Never throws.
     *
     * @param records whether to record what follows, if the user wants that
     * @param firstStepDone is counted down when the first step is in the file, or is given up
     */
    void write(Crossing crossing, boolean records, CountDownLatch firstStepDone) {
        Instant now = Instant.now();
        // A thread at the end of the JVM that cannot be started would keep the application's from it.
        EndOfReport end = crossing.cause() == Cause.THREAD ? null : EndOfReport.begin();
        try {
            writing.lock(); // what it throws where the heap is full, it throws before it is held
            time = now;
            // A program may try that again and again: what tells of memory that is full must not go for it.
            if (!crossing.asksForTooMuch() || !toldOfTooMuch) {
                toldOfTooMuch |= crossing.asksForTooMuch();
                writeBoth(crossing, records, firstStepDone);
            }
            file.close();
        } catch (Throwable t) {
            sayFailed(t);
        } finally {
            firstStepDone.countDown();
            if (writing.isHeldByCurrentThread()) {
                writing.unlock();
            }
            if (end != null) {
                end.close();
            }
        }
    }

    private void writeBoth(Crossing crossing, boolean records, CountDownLatch firstStepDone) {
        String path = writeFirst(crossing);
        History.ofProcess()
                .happened(
                        crossing.cause() == Cause.DIRECT ? HistoryEvent.Kind.DIRECT_LIMIT : HistoryEvent.Kind.PRESSURE,
                        told(crossing));
        GrowthEvidence growth = GrowthEvidence.read();
        TerminationText summary = TerminationText.of(crossing, time, path, growth);
        writeTerminationLog(summary.text(), crossing);
        firstStepDone.countDown();
        if (jfr) {
            emit(crossing, path);
        }
        writeTwin(EvidenceJson.firstStep(crossing, time, path, summary, growth.statements()), false);
        append(EvidenceReport.text(EvidenceReport.secondStep(growth)));
        ResidentEvidence resident = ResidentEvidence.read(growth);
        append(EvidenceReport.text(EvidenceReport.of(resident.besides(growth.statements()), crossing)));
        if (resident.memory() != null) {
            summary = TerminationText.of(crossing, time, path, growth, resident);
            writeTerminationLog(summary.text(), crossing);
        }
        Report jvm = growth.jvm();
        if (!jvm.sections().isEmpty()) {
            append(EvidenceReport.text(jvm));
        }
        RecordingPlace recording = records ? record(crossing) : null;
        String first = EvidenceJson.firstStep(crossing, time, path, summary, growth.statements());
        writeTwin(EvidenceJson.secondStep(first, growth, resident, jvm, recording), true);
    }

    /** Adds to the report. What follows elsewhere is written also where that is not possible. */
    private void append(String text) {
        if (file.isWritten()) {
            try {
                file.append(text);
            } catch (IOException e) {
                tellOnce(
                        "incomplete",
                        "the report on memory pressure breaks off, since its file cannot be written: "
                                + e.getMessage());
            }
        }
    }

    /** Returns where the report is; nothing if it could not be written. */
    private String writeFirst(Crossing crossing) {
        if (!crossing.cause().isOfCgroup()) {
            return writeReport(
                    crossing, EvidenceTitle.of(crossing, time) + EvidenceReport.text(EvidenceReport.firstStep()));
        }
        Headline headline = Headline.of(crossing, time);
        String path = writeReport(crossing, headline.ofReport());
        writeTerminationLog(headline.ofTerminationLog(path), crossing);
        String rest = EvidenceReport.text(EvidenceReport.firstStep());
        if (path.isEmpty()) {
            return path;
        }
        try {
            file.append(rest);
            return path;
        } catch (IOException e) {
            // There may be room for all of it elsewhere.
            return writeReport(crossing, headline.ofReport().concat(rest));
        }
    }

    private String writeReport(Crossing crossing, String text) {
        try {
            String path = file.write(text);
            String problem = file.problem().isEmpty() ? "" : ", since ".concat(file.problem());
            tellOnce(crossing.cause().label(), told(crossing) + "; the report is in " + path + problem);
            return path;
        } catch (IOException e) {
            tellOnce("file", told(crossing) + "; no report: " + e.getMessage());
            return "";
        }
    }

    private void writeTerminationLog(String text, Crossing crossing) {
        // An error that says nothing of memory that is full must not hide what does.
        if (!terminationLog.isThere() || (crossing.asksForTooMuch() && terminationLog.isWritten())) {
            return;
        }
        try {
            terminationLog.write(text, crossing.isError(), crossing.cause() != Cause.THREAD);
        } catch (IOException e) {
            tellOnce("termination log", "the termination log cannot be written: " + e.getMessage());
        }
    }

    private void writeTwin(String json, boolean again) {
        try {
            file.writeTwin(json.concat("\n"), again);
        } catch (IOException e) {
            tellOnce("twin", "the report on memory pressure cannot be written as JSON: " + e.getMessage());
        }
    }

    /** Records what follows, if that is wanted. Says in the report where, or why not. */
    private RecordingPlace record(Crossing crossing) {
        if (recorder == null || file.lastFile() == null) {
            return null;
        }
        String problem;
        try {
            problem = recorder.start(crossing, file.lastFile());
        } catch (IOException | RuntimeException | LinkageError e) {
            problem = "it cannot be started (".concat(e.toString()).concat(")");
        }
        RecordingPlace place = problem.isEmpty() ? recorder.place() : null;
        append(
                place == null
                        ? "\nNo recording follows: " + problem + ".\n"
                        : "\nA recording of " + recorder.seconds() + " s follows, in "
                                + SafeText.line(place.file()) + " at its end, until then in "
                                + SafeText.line(place.repository()) + ".\n");
        return place;
    }

    /** There may be no memory left for words of its own. */
    private void sayFailed(Throwable t) {
        if (t instanceof SecurityException) {
            sayRefused();
            return;
        }
        try {
            tellOnce("failed", "the report on memory pressure breaks off: ".concat(t.toString()));
        } catch (Throwable again) {
            // Then it is not told.
        }
    }

    /** Says once that a security manager refuses the report. Throws nothing. */
    static void sayRefused() {
        StandardError.sayOnce("nmt: no report at memory pressure: ".concat(TrackerReader.SECURITY_REFUSAL));
    }

    private static String told(Crossing crossing) {
        return "memory pressure, " + crossing.cause().label() + ": " + crossing.inWords();
    }

    private static void emit(Crossing crossing, String path) {
        CategoryUsage largest = null;
        for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
            boolean mayFill = crossing.cause() != Cause.DIRECT || DirectMemory.has(usage.category());
            if (mayFill && (largest == null || usage.committed() > largest.committed())) {
                largest = usage;
            }
        }
        String topSite = largest == null ? "" : topSite(largest);
        MemoryPressureEvents.emit(
                crossing.cause().label(),
                crossing.usageBytes(),
                crossing.hasLimit() ? crossing.limitBytes() : 0,
                largest == null ? "" : largest.category(),
                largest == null ? 0 : largest.committed(),
                topSite,
                path);
    }

    /** The line of code that holds most of a category; none if that is little, as where a pool's chunks are free. */
    private static String topSite(CategoryUsage category) {
        for (SiteUsage usage : TrackerReader.ownerLines()) {
            boolean isOfIt =
                    usage.site().category().equals(category.category()) || PooledSite.isOfBuffers(usage.site());
            if (isOfIt && usage.liveBytes() >= category.committed() / LEAST_SITE_DIVISOR) {
                return usage.site().toString();
            }
        }
        return "";
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
