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

    static AssertionFailedError of(Leaks leaks) {
        return of(LeakText.of(leaks), leaks.judged().get(0).site());
    }

    /** Throws them, if there are any. */
    static void throwAll(List<AssertionFailedError> errors) {
        if (errors.size() == 1) {
            throw errors.get(0);
        } else if (!errors.isEmpty()) {
            throw new MultipleFailuresError("Native memory", errors);
        }
    }
}
