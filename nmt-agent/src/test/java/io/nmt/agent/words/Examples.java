package io.nmt.agent.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Texts as the golden files have them, with figures. */
final class Examples {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    private static final Pattern FILES = Pattern.compile(".*(?<!\\.\\d{2,3})\\.(txt|json)");
    private static final Pattern LETTERS = Pattern.compile("[A-Za-z].*[A-Za-z]");
    private static final String SOME = "[^\"]{1,60}?";
    /** A figure at the start or the end: a word, and its unit. */
    private static final String WORD = "[^\\s\"]+(?: (?:[KMGT]?B|%|min|s|h))?";

    private final Set<String> lines = new LinkedHashSet<>();

    Examples() {
        try (Stream<Path> files = Files.walk(GOLDEN)) {
            files.filter(file -> FILES.matcher(file.toString()).matches())
                    .sorted()
                    .forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(Path file) {
        Sources.read(file).lines().map(String::strip).forEach(lines::add);
    }

    /** A text with figures, the shortest that is found, or the text itself. */
    String of(Text text) {
        List<String> variants = text.variants();
        if (variants.size() == 1 && !text.words().contains(Text.FIGURE)) {
            return variants.get(0);
        }
        return variants.stream()
                .map(this::find)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> withChoices(text.words()));
    }

    private static String withChoices(String words) {
        return words.replace(Text.OPEN, "{").replace(Text.OR, " / ").replace(Text.CLOSE, "}");
    }

    /** Matches a line with figures in their places, from the start of a word to the end of one. */
    private static Pattern pattern(String variant) {
        String[] parts = variant.split(Text.FIGURE, -1);
        int last = parts.length - 1;
        StringBuilder regex = new StringBuilder("(?<![\\w.])");
        for (int i = 0; i <= last; i++) {
            boolean isAtEdge = (i == 1 && parts[0].isBlank()) || (i == last && parts[last].isBlank());
            regex.append(i == 0 ? "" : isAtEdge ? WORD : SOME).append(Pattern.quote(parts[i]));
        }
        return Pattern.compile(regex.append("(?![\\w])(?!\\.\\w)").toString());
    }

    private Optional<String> find(String variant) {
        String longest = Arrays.stream(variant.split(Text.FIGURE))
                .filter(part -> LETTERS.matcher(part).find())
                .max(Comparator.comparingInt(String::length))
                .orElse(null);
        if (longest == null) {
            return Optional.empty();
        }
        Pattern pattern = pattern(variant);
        return lines.stream()
                .filter(line -> line.contains(longest.strip()))
                .flatMap(line -> pattern.matcher(line).results())
                .map(MatchResult::group)
                .findFirst();
    }
}
