package io.nmt.it.truth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement as a surface tells it.
 *
 * @param kind such as {@code LEAK}
 * @param subject a name without a line's number
 * @param amount bytes, or handles; {@link #UNKNOWN} where the surface does not say
 * @param error of it
 * @param perMinute by how much it grows; {@link #UNKNOWN} where the surface does not say
 */
record Told(String kind, String subject, double amount, double error, double perMinute) {
    static final double UNKNOWN = -1;

    private static final String FIGURE = "([0-9.,]+) ?(B|KB|MB|GB)?";
    private static final String KINDS = "(LEAK|GROWING|LIMIT|HELD|RETAINED|RECLAIMABLE|NORMAL|UNKNOWN)";
    private static final Pattern SENTENCE = Pattern.compile(
            KINDS + " (growth|.+?)(?: of [0-9,]+ call sites?)?: (?:" + FIGURE + "(?: ± " + FIGURE + ")?)?(.*)");
    private static final Pattern THREADS = Pattern.compile(
            KINDS + " ([0-9,]+) (?:idle )?threads (\\S+), .*, started at (\\S+\\(Plants\\.java:\\d+\\)).*");
    private static final Pattern LOADERS =
            Pattern.compile(KINDS + " ([0-9,]+) (?:class loaders|hidden classes) (\\S+), .*, (?:created|defined) at"
                    + " (\\S+\\(Plants\\.java:\\d+\\)).*");
    private static final Pattern RATE = Pattern.compile(", \\+" + FIGURE + "/min");
    private static final Pattern LINE_NUMBER = Pattern.compile("\\(Plants\\.java:\\d+\\)");

    /** The text of a mark, which says only that it grows, and how fast. */
    static Told mark(String subject, double perMinute) {
        return new Told("grows", named(subject), UNKNOWN, 0, perMinute);
    }

    /** Those of the array {@code statements}. */
    static List<Told> of(JsonNode statements) {
        List<Told> all = new ArrayList<>();
        for (JsonNode node : statements) {
            all.add(new Told(
                    node.get("kind").asText(),
                    subject(node),
                    node.path("bytes").asDouble(either(node, "open", "count")),
                    Math.max(0, either(node, "errorBytes", "error")),
                    either(node, "bytesPerMinute", "perMinute")));
        }
        return all;
    }

    private static String subject(JsonNode node) {
        String name = node.get("name").asText();
        String place = node.path("startedAt").asText(node.path("createdAt").asText());
        return place.isEmpty() ? named(name) : made(name, place);
    }

    private static double either(JsonNode node, String first, String second) {
        return node.path(first).asDouble(node.path(second).asDouble(UNKNOWN));
    }

    /** Those among some lines of text; each is told once. */
    static List<Told> of(Collection<String> lines) {
        List<Told> all = new ArrayList<>();
        for (String line : lines) {
            Told told = of(line.replaceFirst("^- ", ""));
            if (told != null && !all.contains(told)) {
                all.add(told);
            }
        }
        return all;
    }

    /** Returns null for a line that is no statement. */
    private static Told of(String line) {
        Matcher rate = RATE.matcher(line);
        double perMinute = rate.find() ? figure(rate, 1) : UNKNOWN;
        for (Pattern pattern : List.of(THREADS, LOADERS)) {
            Matcher made = pattern.matcher(line);
            if (made.matches()) {
                String subject = made(made.group(3), made.group(4));
                return new Told(made.group(1), subject, number(made.group(2)), 0, perMinute);
            }
        }
        Matcher sentence = SENTENCE.matcher(line);
        return sentence.matches()
                ? new Told(
                        sentence.group(1),
                        named(sentence.group(2)),
                        figure(sentence, 3),
                        Math.max(0, figure(sentence, 5)),
                        perMinute)
                : null;
    }

    private static double number(String digits) {
        return Double.parseDouble(digits.replace(",", ""));
    }

    private static double figure(Matcher matcher, int group) {
        if (matcher.group(group) == null) {
            return UNKNOWN;
        }
        double value = number(matcher.group(group));
        String unit = matcher.group(group + 1);
        return value * (1L << (10 * Math.max(0, List.of("B", "KB", "MB", "GB").indexOf(unit == null ? "B" : unit))));
    }

    private static String made(String name, String place) {
        return named(name.replace("/hidden", "").replace("/strong", "")) + " at " + named(place);
    }

    private static String named(String subject) {
        return LINE_NUMBER.matcher(subject).replaceFirst("").replaceFirst("^io\\.nmt\\.it\\.programs\\.", "");
    }

    /** As expectations name it. */
    String name() {
        return kind + " " + subject;
    }

    /** Tells whether nothing else is known to grow. */
    boolean isOfNothing() {
        return name().equals("NORMAL growth");
    }

    /** Formats with three significant digits. */
    @Override
    public String toString() {
        return String.format("%s %.3g ± %.2g, %.3g a minute", name(), amount, error, perMinute);
    }
}
