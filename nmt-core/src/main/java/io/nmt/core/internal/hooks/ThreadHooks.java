package io.nmt.core.internal.hooks;

import io.nmt.core.internal.starts.ThreadStarts;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.listener.MemoryErrorListener;
import io.nmt.core.threads.DetachedThread;

/**
 * Knows which thread was started, and when an OutOfMemoryError that the JVM has made reaches code of {@code Thread}:
 * when one of the Java heap ends a thread, and when a thread cannot be started. The error is not changed. Those of
 * metaspace are left alone: there is no room then for the classes that a report needs.
 */
public final class ThreadHooks {
    // HotSpot's messages, the same from JDK 17 to 25; the first may go on.
    private static final String NO_HEAP = "Java heap space";
    private static final String ONLY_COLLECTED = "GC overhead limit exceeded";
    private static final String NO_THREAD = "unable to create native thread";

    private static final ReportInterval OF_HEAP = new ReportInterval();
    private static final ReportInterval OF_THREADS = new ReportInterval();

    private static volatile MemoryErrorListener listener;

    private ThreadHooks() {}

    /**
     * Says what wants to know.
     *
     * @param listener null for none
     */
    public static void tell(MemoryErrorListener listener) {
        ThreadHooks.listener = listener;
    }

    /**
     * Called where {@code Thread.start} returns.
     *
     * @param thread that it has started
     */
    public static void started(Thread thread) {
        try {
            ThreadStarts.started(thread);
        } catch (Throwable t) {
            Tracker.leftOut(t); // its line is unknown
        }
    }

    /**
     * Called before an error that nothing has caught ends the thread, and before {@code Thread.start} throws one on.
     *
     * @param error of any kind; null is possible, too
     */
    public static void thrown(Throwable error) {
        try {
            MemoryErrorListener tell = listener;
            // Not of a subclass, whose methods are the application's.
            if (tell != null
                    && error != null
                    && error.getClass() == OutOfMemoryError.class
                    && !(Thread.currentThread() instanceof DetachedThread)) {
                tell(tell, (OutOfMemoryError) error);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    private static void tell(MemoryErrorListener tell, OutOfMemoryError error) {
        String message = error.getMessage();
        if (message == null) {
            return;
        }
        boolean ofHeap = message.startsWith(NO_HEAP) || message.equals(ONLY_COLLECTED);
        ReportInterval reports = ofHeap ? OF_HEAP : OF_THREADS;
        if ((ofHeap || message.startsWith(NO_THREAD)) && reports.begins()) {
            Thread failing = Thread.currentThread();
            ErrorNotice notice = new ErrorNotice(reports) {
                @Override
                boolean tell() {
                    return tell.failed(error, failing, ofHeap);
                }
            };
            if (!notice.giveByOldThread(ofHeap)) {
                if (ofHeap) {
                    notice.giveByNewThread();
                } else {
                    reports.undo();
                }
            }
        }
    }
}
