package io.nmt.agent.pressure;

import io.nmt.core.listener.MemoryErrorListener;
import io.nmt.core.reader.TrackerListeners;
import io.nmt.core.threads.DetachedThread;
import io.nmt.report.document.SafeText;
import java.io.File;
import java.util.function.Supplier;

/**
 * The thread that watches how near the process is to being killed for its memory, and that is told when direct buffers
 * reach their limit, or the system does not give native memory. All leave a report in a file ({@link
 * PressureEvidence}), and an event if a recording runs.
 *
 * <p>It is the only class of this package that premain loads: the others come a tenth of a second later, so that short
 * programs pay nothing for them. Where there is nothing to watch the thread ends then.
 */
public final class Pressure extends DetachedThread implements MemoryErrorListener, Supplier<PressureEvidence> {
    /** The value of the option that neither watches nor reports. */
    public static final String OFF = "off";

    /** A part of the cgroup's limit. */
    public static final String DEFAULT_THRESHOLD = "90%";

    /** In the working directory; {@code %p} is the process's id. */
    public static final String DEFAULT_FILE = "nmt-pressure-%p.txt";

    private static final long DELAY_MILLIS = 100; // a process may fill its memory within a second of its start
    private static final long AGAIN_MILLIS = 2000;
    private static final int MOST_FAILURES = 60;
    private static final int ROOM_BYTES = 16 << 20;

    @SuppressWarnings("unused") // for the time of a look
    private static volatile byte[] room;

    private final String threshold;
    private final String file;
    private final String terminationLog;
    private final boolean jfr;
    private final long recordSeconds;
    private PressureEvidence evidence;

    private Pressure(String threshold, String file, String terminationLog, boolean jfr, long recordSeconds) {
        super("nmt-pressure");
        this.threshold = threshold;
        this.file = file;
        this.terminationLog = terminationLog;
        this.jfr = jfr;
        this.recordSeconds = recordSeconds;
    }

    /**
     * Begins to watch.
     *
     * @param threshold from when on: see {@link Thresholds}; not {@link #OFF}
     * @param file for the report; {@code %p} in it is the process's id
     * @param terminationLog for a few lines that Kubernetes shows, {@code off}, or null for where it has that
     * @param jfr whether events may be emitted, once JFR has started
     * @param recordSeconds how long a threshold is followed by a recording; 0 for none
     */
    public static void start(String threshold, String file, String terminationLog, boolean jfr, long recordSeconds) {
        if (terminationLog != null && !terminationLog.equals(OFF) && !new File(terminationLog).isFile()) {
            System.err.println("nmt: termination-log=" + SafeText.name(terminationLog)
                    + " does not exist, and is not created. It is used once it exists");
        }
        sayIfNoDirectory(file);
        Pressure pressure = new Pressure(threshold, file, terminationLog, jfr, recordSeconds);
        TrackerListeners.tell(pressure);
        try {
            pressure.start();
        } catch (OutOfMemoryError e) {
            System.err.println("nmt: memory pressure is not watched: " + e.getMessage());
        }
    }

    /**
     * Says on stderr why no recording follows a threshold, if none does.
     *
     * @param threshold as the option gives it
     * @param jfrIsWanted whether the agent may use JFR
     * @param jfr whether it does
     */
    public static void sayIfNothingIsRecorded(String threshold, boolean jfrIsWanted, boolean jfr) {
        boolean watched = !threshold.equals(OFF);
        if (!(jfr && watched)) {
            System.err.println("nmt: nothing is recorded at memory pressure (pressure-record): "
                    + (!watched
                            ? "it is off (pressure=off)"
                            : jfrIsWanted ? "this JVM has no module jdk.jfr" : "JFR is not used (jfr=false)"));
        }
    }

    /** It may come later, such as a volume: so that is no wrong option. */
    private static void sayIfNoDirectory(String file) {
        File directory = new File(file).getAbsoluteFile().getParentFile();
        if (directory != null && !directory.getPath().contains("%p") && !directory.isDirectory()) {
            System.err.println("nmt: pressure-file=" + SafeText.name(file) + ": there is no directory "
                    + SafeText.name(directory.getPath()) + " and none is created: until it exists, reports go to "
                    + System.getProperty("java.io.tmpdir"));
        }
    }

    @Override
    public void run() {
        pause(DELAY_MILLIS);
        boolean ended = watch();
        for (int failures = 1; failures < MOST_FAILURES && !ended; failures++) {
            pause(AGAIN_MILLIS);
            ended = watch();
        }
        if (!ended) {
            sayEnd();
        }
        endPauses();
    }

    /** Returns false if it is worth to try again: the heap may be full just now, and is not for ever, mostly. */
    private boolean watch() {
        try {
            PressureWatch.run(Thresholds.parse(threshold), this);
        } catch (OutOfMemoryError | LinkageError e) {
            return false; // a class that finds no memory cannot be loaded
        } catch (SecurityException e) {
            PressureEvidence.sayRefused();
        } catch (Throwable t) {
            sayEnd();
        }
        return true;
    }

    private static void sayEnd() {
        try {
            PressureEvidence.say("memory pressure is not watched any more");
        } catch (Throwable t) {
            // No memory to say it: the application must not be told by an uncaught error instead.
        }
    }

    /** Reports that direct buffers have reached their limit. */
    @Override
    public boolean directLimit(Throwable error, Thread failing) {
        return new DirectLimitReport(this, error, failing).write();
    }

    /** Reports that the system has not given native memory. */
    @Override
    public boolean refused(long bytes, Throwable error, Thread failing) {
        return new RefusedReport(this, bytes, error, failing).write();
    }

    /** Reports an error that the JVM has made, where that ends a thread, or where none can be started. */
    @Override
    public boolean failed(OutOfMemoryError error, Thread failing, boolean ofHeap) {
        return (ofHeap && !hasRoom()) || new JvmErrorReport(this, ofHeap, error, failing).write();
    }

    /**
     * True if there is heap again for a report, which must not take the last of it from the application. The probe's
     * memory is garbage at once.
     */
    @SuppressWarnings("UnusedVariable") // to have it is all
    private static boolean hasRoom() {
        try {
            room = new byte[ROOM_BYTES];
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        } finally {
            room = null;
        }
    }

    /** One for all, so that one report is written at a time. */
    @Override
    public synchronized PressureEvidence get() {
        if (evidence == null) {
            evidence = new PressureEvidence(
                    new EvidenceFile(file),
                    new TerminationLog(terminationLog),
                    jfr && recordSeconds > 0 ? new Recorder(recordSeconds) : null,
                    jfr);
        }
        return evidence;
    }
}
