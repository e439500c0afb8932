package io.nmt.agent.words;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text of the program: literals as they are joined, a figure as {@link #FIGURE}, alternatives in {@link #OPEN} and
 * {@link #CLOSE}.
 *
 * @param packageName of the class that has it
 * @param id class and member
 * @param annotation that it is in, or null
 * @param words with single spaces
 */
record Text(String packageName, String id, String annotation, String words) {
    static final String FIGURE = "…";
    static final String OPEN = "⟦";
    static final String OR = "¦";
    static final String CLOSE = "⟧";

    private static final int FEWEST_WORDS = 4;
    private static final Pattern CHOICE = Pattern.compile("⟦([^⟦⟧]*)⟧");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][a-z']*[.,:;]?(?= |$)");
    private static final Pattern FULL_STOP = Pattern.compile("[A-Za-z…)]\\.( |$)");
    private static final Pattern END_OF_SENTENCE = Pattern.compile("(?<=[.!?]) +(?=[^a-z])");
    // Patterns, and lists of packages or classes, which only programs read.
    private static final Pattern FOR_MACHINES =
            Pattern.compile("\\(\\?|\\\\d|\\\\\\(|\\^\\(|(?:\\S+\\.\\S+\\.\\S+ ){3}|EEE MMM|bounds \\[");
    private static final Set<String> MACHINES_ANNOTATIONS =
            Set.of("SuppressWarnings", "Category", "StackFilter", "SuppressFBWarnings");

    /** Sentences, titles, help; no single words, patterns, names. */
    boolean isRead() {
        return !MACHINES_ANNOTATIONS.contains(String.valueOf(annotation))
                && !FOR_MACHINES.matcher(words).find()
                && variants().stream().anyMatch(Text::isRead);
    }

    private static boolean isRead(String variant) {
        return variant.contains(" ")
                && (FULL_STOP.matcher(variant).find()
                        || WORD.matcher(variant).results().limit(FEWEST_WORDS).count() == FEWEST_WORDS);
    }

    /** The text with the first alternative of each choice, then with the last of each. */
    List<String> variants() {
        return Stream.of(choose(words, true), choose(words, false)).distinct().toList();
    }

    List<String> sentences() {
        return variants().stream()
                .flatMap(END_OF_SENTENCE::splitAsStream)
                .distinct()
                .toList();
    }

    private static String choose(String text, boolean first) {
        String chosen = text;
        for (Matcher choice = CHOICE.matcher(chosen); choice.find(); choice = CHOICE.matcher(chosen)) {
            String[] all = choice.group(1).split(OR, -1);
            chosen = chosen.substring(0, choice.start())
                    + all[first ? 0 : all.length - 1]
                    + chosen.substring(choice.end());
        }
        return chosen.replaceAll("\\s+", " ").strip();
    }
}
