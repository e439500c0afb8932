package io.nmt.bench.support;

/** The verdict on a goal, as tables say it. */
public final class GoalVerdict {
    private GoalVerdict() {}

    /**
     * The words of a verdict.
     *
     * @param met whether the goal is met
     * @return the words
     */
    public static String of(boolean met) {
        return met ? "met" : "MISSED";
    }
}
