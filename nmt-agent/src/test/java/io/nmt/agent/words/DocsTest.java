package io.nmt.agent.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules that each sentence of the pages keeps. Examples, names in code and remarks in brackets do not count. */
class DocsTest {
    private static final Path TOP = Path.of("..");
    private static final Path DOCS = TOP.resolve("docs");
    private static final int MOST_WORDS = 20_000;
    private static final int MOST_WORDS_OF_README = 500;

    private static final Pattern FENCED = Pattern.compile("(?s)```.*?```");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern CODES = Pattern.compile("X(, (and )?X)+");
    private static final Pattern REMARK = Pattern.compile(" ?\\([^()]*\\)");
    private static final Pattern ITEM = Pattern.compile("([-*]|\\d+\\.) .*");
    private static final Pattern END_OF_SENTENCE = Pattern.compile("(?<=[.?!]) +(?=[A-Z0-9*])");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(DOCS)) {
            return Stream.concat(
                            files.filter(file -> file.toString().endsWith(".md")
                                    && !file.getFileName().toString().equals("words.md")),
                            Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md")
                                    .map(TOP::resolve))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void sentencesKeepTheRules(Rules rule) throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            sentences(Files.readString(page)).stream()
                    .filter(rule::isBrokenBy)
                    .forEach(sentence -> broken.add(page.getFileName() + ": " + sentence));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void pagesCanBeReadInAnHour() throws IOException {
        long words = 0;
        for (Path page : pages()) {
            words += page.startsWith(DOCS) ? words(page) : 0;
        }
        assertThat(words).isLessThan(MOST_WORDS);
        assertThat(words(TOP.resolve("README.md"))).isLessThan(MOST_WORDS_OF_README);
    }

    private static long words(Path page) throws IOException {
        return Files.readString(page).strip().split("\\s+").length;
    }

    /** Returns those of paragraphs, headings, items and cells of tables. */
    private static List<String> sentences(String page) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (String line : FENCED.matcher(page).replaceAll("\n").split("\n")) {
            String words = line.strip();
            boolean isItem = ITEM.matcher(words).matches();
            if (line.startsWith("    ") && text.isEmpty()) {
                continue; // an example
            }
            if (words.isEmpty() || isItem || words.startsWith("#") || words.startsWith("|")) {
                texts.add(text.toString());
                text.setLength(0);
            }
            if (words.startsWith("#")) {
                texts.add(words.replaceFirst("#+ ", ""));
            } else if (words.startsWith("|")) {
                texts.addAll(List.of(words.split("\\|")));
            } else if (!words.isEmpty()) {
                text.append(isItem ? words.substring(words.indexOf(' ')) : words)
                        .append(' ');
            }
        }
        texts.add(text.toString());
        return texts.stream()
                .map(DocsTest::plain)
                .flatMap(END_OF_SENTENCE::splitAsStream)
                .toList();
    }

    private static String plain(String text) {
        String plain = LINK.matcher(text).replaceAll("$1");
        plain = CODE.matcher(plain).replaceAll("X");
        plain = REMARK.matcher(plain).replaceAll("");
        return CODES.matcher(plain).replaceAll("X").strip().replaceAll(" +", " ");
    }
}
