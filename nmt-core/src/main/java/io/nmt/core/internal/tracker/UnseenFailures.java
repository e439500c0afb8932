package io.nmt.core.internal.tracker;

/**
 * Failures of hooks of which {@link Tracker#failed} could not be told, since there was no stack left to call it.
 *
 * <p>The handlers that the agent puts around calls of hooks add to it with four bytecodes, which need no stack of their
 * own. That is no atomic addition, so of two threads that reach the ends of their stacks in the same nanoseconds one
 * may go uncounted.
 */
public class UnseenFailures {
    /** The number of failures. */
    public static long count;

    /** For the class by which libraries reach the counter: there are no objects. */
    protected UnseenFailures() {}
}
