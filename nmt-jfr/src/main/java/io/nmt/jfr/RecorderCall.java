package io.nmt.jfr;

import java.lang.StackWalker.StackFrame;
import java.util.function.Consumer;

/**
 * The reason why JFR calls a hook of ours, from the calling thread's stack. JFR itself does not say it: neither whether
 * a chunk begins or ends, nor for which of its recordings. The names are those of JDK 17 to 25. Where a later JDK has
 * others, all answers are false. Then readings of resident memory at the end of recordings are lost, and small settings
 * files that a flag or {@code jcmd} names.
 */
final class RecorderCall {
    private static final String PERIODIC_THREAD = "JFR Periodic Tasks";
    private static final String RECORDER = "jdk.jfr.internal.PlatformRecorder";
    private static final String COMMANDS = "jdk.jfr.internal.dcmd.";
    private static final String START_COMMAND = COMMANDS + "DCmdStart";

    private boolean known;
    private boolean chunkEnds;
    private boolean starts;
    private boolean stops;
    private boolean exits;
    private boolean command;
    private boolean startCommand;

    private RecorderCall() {}

    /** The one that the current thread is in. The stack is walked at the first question. */
    static RecorderCall current() {
        return new RecorderCall();
    }

    private RecorderCall known() {
        // Nothing starts or stops on that thread: it emits at intervals, and begins a new chunk when one is full.
        if (!known && !Thread.currentThread().getName().equals(PERIODIC_THREAD)) {
            StackWalker.getInstance().forEach(new Consumer<StackFrame>() {
                @Override
                public void accept(StackFrame frame) {
                    add(frame.getClassName(), frame.getMethodName());
                }
            });
        }
        known = true;
        return this;
    }

    private void add(String type, String method) {
        switch (method) {
            case "doChunkEnd" -> chunkEnds = true;
            case "start" -> starts |= type.equals(RECORDER);
            case "stop" -> stops |= type.equals(RECORDER);
            case "destroy" -> exits |= type.equals(RECORDER);
            default -> {}
        }
        command |= type.startsWith(COMMANDS);
        startCommand |= type.equals(START_COMMAND);
    }

    /** True if a recording starts: its first chunk begins, and one of others ends. */
    boolean starts() {
        return known().starts;
    }

    /** True if {@code -XX:StartFlightRecording} or {@code jcmd JFR.start} starts a recording. */
    boolean isStartCommand() {
        return known().startCommand;
    }

    /**
     * True if a recording has ended and the next chunk begins, which is for others. JFR calls that recording running
     * yet.
     */
    boolean beginsChunkAfterStop() {
        return known().stops && !chunkEnds;
    }

    /** True if this is the last emission of a recording, or of a part of it that is written to a file. */
    boolean endsChunk() {
        return known().chunkEnds && !starts;
    }

    /** True if no code of the application waits for this, but the end of the JVM or the user of a command does. */
    boolean isAskedForByUser() {
        return known().exits || command;
    }
}
