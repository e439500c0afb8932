package io.nmt.bench.support;

/** Whether a goal is met, as tables say it. */
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
