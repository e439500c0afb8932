package io.nmt.junit;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import java.util.List;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;

/** Makes errors of what was found. */
final class Failure {
    private Failure() {}

    /**
     * An error whose stack trace is that of the allocation, up to the test method: so summaries and editors name its
     * line.
     */
    static AssertionFailedError of(String message, Site site) {
        AssertionFailedError error = new AssertionFailedError(message.stripTrailing());
        if (site != null && !site.frames().isEmpty()) {
            error.setStackTrace(LeakText.ownFrames(site.frames()).stream()
                    .map(Failure::element)
                    .toArray(StackTraceElement[]::new));
        }
        return error;
    }

    private static StackTraceElement element(Frame frame) {
        return new StackTraceElement(frame.className(), frame.methodName(), frame.fileName(), frame.line());
    }

    static AssertionFailedError of(TestLeaks leaks) {
        return of(LeakText.of(leaks), leaks.judged().get(0).site());
    }

    /** Throws them, if there are any. The stack trace of several is that of the first whose allocation is known. */
    static void throwAll(List<AssertionFailedError> errors) {
        if (errors.size() == 1) {
            throw errors.get(0);
        } else if (!errors.isEmpty()) {
            MultipleFailuresError all = new MultipleFailuresError("Native memory", errors);
            errors.stream()
                    .map(Throwable::getStackTrace)
                    .filter(Failure::isOfAllocation)
                    .findFirst()
                    .ifPresent(all::setStackTrace);
            throw all;
        }
    }

    private static boolean isOfAllocation(StackTraceElement[] trace) {
        return trace.length > 0 && !trace[0].getClassName().equals(Failure.class.getName());
    }
}
