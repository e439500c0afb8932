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
 *     depth} allows; the tracker's own are left out. Where the application's code is further out, its innermost call is
 *     the last one. None if this is what further sites are counted under, once there are too many
 * @param leading the call that names the site: the innermost of the application's own, which is neither in the JDK nor
 *     in a known library. If there is none, the innermost outside the JDK that is no wrapper of its memory functions;
 *     if there is none, the outermost of the wrappers; if all are the JDK's, the innermost that does not only hand
 *     memory on. Null if there are no frames
 * @param pool whether a known pool (of Netty, also that of Arrow) takes its chunks here, which live by design
 * @param freedBy what gives the memory back
 * @param by the library's call that {@code leading} led to, which is no wrapper either; null if there is none
 * @param cutAfter behind how many of the frames, from the innermost on, calls are left out; 0 if the stack is whole
 */
public record Site(
        int id,
        String category,
        List<Frame> frames,
        Frame leading,
        boolean pool,
        FreedBy freedBy,
        Frame by,
        int cutAfter) {
    /** As it was found: copied. */
    public Site {
        frames = List.copyOf(frames);
    }

    /**
     * A site without a library's call, and with a whole stack.
     *
     * @param id as above
     * @param category as above
     * @param frames as above
     * @param leading as above
     * @param pool as above
     * @param freedBy as above
     */
    public Site(int id, String category, List<Frame> frames, Frame leading, boolean pool, FreedBy freedBy) {
        this(id, category, frames, leading, pool, freedBy, null, 0);
    }

    /**
     * The same with another number.
     *
     * @param other in place of {@link #id}
     * @return another site
     */
    public Site withId(int other) {
        return new Site(other, category, frames, leading, pool, freedBy, by, cutAfter);
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

    /**
     * The line of code, and the library's that it led to, for people.
     *
     * @return {@link #leading}, and {@link #by} behind it if there is one
     */
    public String label() {
        return by == null ? toString() : this + " by " + by;
    }

    /**
     * The library's call as text.
     *
     * @return {@link #by}; empty if there is none
     */
    public String library() {
        return by == null ? "" : by.toString();
    }

    /** {@link #leading}, as text. */
    @Override
    public String toString() {
        return leading == null ? "(other sites)" : leading.toString();
    }
}
