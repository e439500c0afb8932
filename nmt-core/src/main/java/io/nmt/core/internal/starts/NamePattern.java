package io.nmt.core.internal.starts;

import java.util.ArrayList;
import java.util.List;

/** The names of similar threads: alike but for their numbers. Not thread-safe. */
public final class NamePattern {
    /*
     * A number is a run of digits, a UUID, or six and more hexadecimal digits with a decimal one among them: a hash,
     * an address. So few are a word with its number where three letters and more are before the decimal digits.
     */
    static final char NUMBER = 'N';

    private static final int MOST_CHARACTERS = 200;
    private static final int LEAST_HEX = 6;
    private static final int SURE_HEX = 8;
    private static final int LEAST_WORD = 3;
    private static final String UUID = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

    private final List<String> texts; // between the numbers, one more than there are of these
    private final String[] numbers; // null where they differ

    private NamePattern(List<String> texts, String[] numbers) {
        this.texts = texts;
        this.numbers = numbers;
    }

    /**
     * The pattern of one name, which is that name.
     *
     * @param whole name
     * @return a new pattern
     */
    public static NamePattern of(String whole) {
        String name = whole.length() > MOST_CHARACTERS ? whole.substring(0, MOST_CHARACTERS) : whole;
        List<String> texts = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        int textStart = 0;
        int i = 0;
        while (i < name.length()) {
            int end = endOfNumber(name, i);
            if (end > i) {
                texts.add(name.substring(textStart, i));
                numbers.add(name.substring(i, end));
                textStart = end;
                i = end;
            } else {
                i++;
            }
        }
        texts.add(name.substring(textStart));
        return new NamePattern(texts, numbers.toArray(new String[0]));
    }

    private static int endOfNumber(String name, int start) {
        boolean begins = start == 0 || !Character.isLetterOrDigit(name.charAt(start - 1));
        if (begins && isUuid(name, start)) {
            return start + UUID.length();
        }
        int hex = start;
        boolean digit = false;
        while (begins && hex < name.length() && Character.digit(name.charAt(hex), 16) >= 0) {
            digit |= isDigit(name.charAt(hex));
            hex++;
        }
        boolean ends = hex == name.length() || !Character.isLetterOrDigit(name.charAt(hex));
        if (begins && ends && digit && hex - start >= LEAST_HEX && !isNumbered(name, start, hex)) {
            return hex;
        }
        int end = start;
        while (end < name.length() && isDigit(name.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Tells whether they are a short word with a number. */
    private static boolean isNumbered(String name, int start, int end) {
        int letters = start;
        while (letters < end && !isDigit(name.charAt(letters))) {
            letters++;
        }
        int digits = letters;
        while (digits < end && isDigit(name.charAt(digits))) {
            digits++;
        }
        return end - start < SURE_HEX && letters - start >= LEAST_WORD && digits == end;
    }

    private static boolean isUuid(String name, int start) {
        if (name.length() - start < UUID.length()) {
            return false;
        }
        for (int i = 0; i < UUID.length(); i++) {
            char c = name.charAt(start + i);
            if (UUID.charAt(i) == '-' ? c != '-' : Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * The key that similar names have in common.
     *
     * @return equal for similar names
     */
    public Object key() {
        return texts;
    }

    /**
     * Adds a similar name: where its numbers are others, they are none of the pattern's any more.
     *
     * @param similar with the same key
     */
    public void add(NamePattern similar) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != null && !numbers[i].equals(similar.numbers[i])) {
                numbers[i] = null;
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder name = new StringBuilder(texts.get(0));
        for (int i = 0; i < numbers.length; i++) {
            name.append(numbers[i] == null ? String.valueOf(NUMBER) : numbers[i])
                    .append(texts.get(i + 1));
        }
        return name.toString();
    }
}
