package io.nmt.agent.options;

/** Times in options. Pure functions. */
final class Seconds {
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int SECONDS_PER_HOUR = 3600;
    private static final int MOST_DIGITS = 4;

    private Seconds() {}

    /** Such as {@code 30s}, {@code 5m} or {@code 1h}; less than 0 if it is no such time, or more than the most. */
    static long of(String value, long most) {
        boolean minutes = value.endsWith("m");
        boolean hours = value.endsWith("h");
        boolean seconds = value.endsWith("s");
        int digits = value.length() - 1;
        if (digits < 1 || digits > MOST_DIGITS || !(minutes || hours || seconds)) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < digits; i++) {
            int digit = value.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        number *= seconds ? 1 : minutes ? SECONDS_PER_MINUTE : SECONDS_PER_HOUR;
        return number >= 1 && number <= most ? number : -1;
    }
}
