package io.nmt.core.internal.sites;

import io.nmt.core.model.Frame;
import java.util.List;

/**
 * The frames that name a call site: the one place that chooses them. Immutable.
 *
 * @param leading the innermost frame of the application's ({@link ApplicationCode}) that is no wrapper; without one, of
 *     any code outside the JDK and outside wrappers; without one, the outermost of the wrappers; without one, the
 *     innermost of the JDK's that does not only hand memory on. Null if there are no frames
 * @param by the library's frame that {@code leading} has called, which would name the site without it; null if there is
 *     none
 */
public record SiteName(Frame leading, Frame by) {
    // They begin most stacks, and tell nothing.
    private static final List<String> THREADS =
            List.of("java.lang.Thread", "java.lang.VirtualThread", "jdk.internal.misc.InnocuousThread");

    /**
     * Chooses them.
     *
     * @param frames the innermost first
     * @param groups that know the wrappers
     * @param group of the site
     * @return the name
     */
    public static SiteName of(List<Frame> frames, SiteTable.Groups groups, int group) {
        Frame wrapper = null;
        Frame first = null;
        for (Frame frame : frames) {
            if (frame.jdk()) {
                continue;
            }
            if (groups.isWrapper(group, frame.className())) {
                wrapper = frame;
                continue;
            }
            if (ApplicationCode.contains(frame)) {
                return new SiteName(frame, first);
            }
            first = first == null ? frame : first;
        }
        if (first != null) {
            return new SiteName(first, null);
        }
        return new SiteName(wrapper != null || frames.isEmpty() ? wrapper : leadingOfJdk(frames), null);
    }

    /** Tells whether a frame would lead a site. */
    static boolean isApplication(Frame frame, SiteTable.Groups groups, int group) {
        return ApplicationCode.contains(frame) && !groups.isWrapper(group, frame.className());
    }

    private static Frame leadingOfJdk(List<Frame> frames) {
        Frame named = frames.get(0);
        for (Frame frame : frames) {
            if (!THREADS.contains(frame.className())) {
                named = frame;
                if (!Wrappers.containOfJdk(frame.className())) {
                    return named;
                }
            }
        }
        return named;
    }
}
