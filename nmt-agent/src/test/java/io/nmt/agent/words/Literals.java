package io.nmt.agent.words;

import java.util.List;
import java.util.regex.Pattern;

/** String literals of a file with a space and a full stop, found without a parser: a check of the catalogue. */
final class Literals {
    private static final Pattern TOKEN = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|\"\"\"(.*?)\"\"\"|\"((?:[^\"\\\\\n]|\\\\.)*)\"|'(?:[^'\\\\\n]|\\\\.)'",
            Pattern.DOTALL);
    private static final Pattern SENTENCE = Pattern.compile("[A-Za-z)]\\.( |$)");

    private Literals() {}

    static List<String> of(String source) {
        return TOKEN.matcher(source)
                .results()
                .map(token -> token.group(1) == null ? token.group(2) : token.group(1))
                .filter(literal -> literal != null
                        && literal.strip().contains(" ")
                        && SENTENCE.matcher(literal).find())
                .map(Literals::normal)
                .toList();
    }

    private static String normal(String literal) {
        return literal.replaceAll("\\\\\\R|\\\\n|%n", " ")
                .replace("\\\"", "\"")
                .replaceAll("%[-+,.0-9]*[a-zA-Z]", Text.FIGURE)
                .replaceAll("\\s+", " ")
                .strip();
    }
}
