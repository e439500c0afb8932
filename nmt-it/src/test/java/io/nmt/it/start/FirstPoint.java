package io.nmt.it.start;

/** The first point of the history: where a program takes seconds, the log of its classes has what that reads. */
public final class FirstPoint {
    private static final String FIRST_CLASS = "io.nmt.agent.channel.JdkClasses ";

    private FirstPoint() {}

    /**
     * Leaves out what was logged after it had begun.
     *
     * @param log of loaded classes
     * @return all of it, if there was none
     */
    public static String before(String log) {
        int begin = log.indexOf(FIRST_CLASS);
        return begin < 0 ? log : log.substring(0, begin);
    }
}
