package io.nmt.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in Java code that allocates native memory: a stack of calls and the category of what is allocated there.
 * Immutable.
 *
 * @param id its number in its process, from 1; 0 if that is not known, as of a recording
 * @param category of the blocks
 * @param frames the calls, from the one that allocates to those that led to it, as many as the agent's option {@code
 *     depth} allows; the tracker's own are left out. None if this is what further sites are counted under, once there
 *     are too many
 * @param leading the call that names the site: the innermost of the application's own, which is neither in the JDK nor
 *     in a wrapper of its memory functions. If there is none, the outermost of the wrappers; if all are the JDK's, the
 *     innermost that does not only hand memory on. Null if there are no frames
 * @param pool whether a known pool (of Netty, also that of Arrow) takes its chunks here, which live by design
 * @param freedBy what gives the memory back
 */
public record Site(int id, String category, List<Frame> frames, Frame leading, boolean pool, FreedBy freedBy) {
    /** As it was found: copied. */
    public Site {
        frames = List.copyOf(frames);
    }

    /**
     * The call that asks the JDK for the memory: the innermost that is not in the JDK, wrapper or not.
     *
     * @return the frame; if all are the JDK's, the innermost; null if there are no frames
     */
    public Frame innermost() {
        for (Frame frame : frames) {
            if (!frame.jdk()) {
                return frame;
            }
        }
        return frames.isEmpty() ? null : frames.get(0);
    }

    /**
     * The call stack without line numbers, which another version of the program has elsewhere.
     *
     * @return class and method, such as {@code com.acme.Codec.encode}, the innermost first
     */
    public List<String> methods() {
        List<String> methods = new ArrayList<>();
        for (Frame frame : frames) {
            methods.add(frame.className() + "." + frame.methodName());
        }
        return List.copyOf(methods);
    }

    /** {@link #leading}, as text. */
    @Override
    public String toString() {
        return leading == null ? "(other sites)" : leading.toString();
    }
}
