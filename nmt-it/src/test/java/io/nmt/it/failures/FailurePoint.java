package io.nmt.it.failures;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in the tracker's code at which one thread can be made to fail. It is in the boot loader, since the tracker
 * calls it.
 *
 * <p>One thread at a time arms it. Other threads pass all points unharmed.
 */
public final class FailurePoint {
    private static final List<String> DESCRIPTIONS = new ArrayList<>();

    private static final int MOST = 1 << 16;

    private static Runnable addition;

    private static volatile Thread target;

    // Of the target alone.
    private static int[] passes = new int[MOST];
    private static int failing;
    private static int occurrence;
    private static Error error;

    private FailurePoint() {}

    /** Adds a point. Public, since the agent that does it is in another loader. */
    public static synchronized int add(String description) {
        DESCRIPTIONS.add(description);
        return DESCRIPTIONS.size() - 1;
    }

    /** Tells what adds points to classes that have none. Public, as {@link #add}. */
    public static synchronized void addBy(Runnable adding) {
        addition = adding;
    }

    /**
     * Adds points to the classes that the tracker has defined since: it does that within a transformer, and what is
     * loaded there is transformed by none.
     */
    public static synchronized void addToNewClasses() {
        addition.run();
    }

    /** The number of points in the code. */
    public static synchronized int count() {
        return DESCRIPTIONS.size();
    }

    /** Returns the class, the method and the step there. */
    public static synchronized String description(int point) {
        return DESCRIPTIONS.get(point);
    }

    /**
     * Lets the current thread fail.
     *
     * @param point at which it fails, or -1 for none
     * @param time how often it passes that point until it fails there, from 1
     * @param thrown at that point
     */
    @SuppressWarnings("StaticAssignmentOfThrowable") // to make one there takes heap and stack
    public static void arm(int point, int time, Error thrown) {
        passes = new int[MOST];
        failing = point;
        occurrence = time;
        error = thrown;
        target = Thread.currentThread();
    }

    /** Ends what {@link #arm} began. Returns how often the thread has passed each point. */
    public static int[] disarm() {
        target = null;
        return passes;
    }

    /** Called at each point. */
    public static void reach(int point) {
        if (Thread.currentThread() == target && ++passes[point] == occurrence && point == failing) {
            throw error;
        }
    }
}
