package io.nmt.agent.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.golden.Golden;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules that each sentence of the program keeps, and the list of all of them. */
class WordsTest {
    /** Literals with a space and a full stop that only programs read, each by a part of it. */
    private static final Set<String> READ_BY_MACHINES = Set.of("17- java.");

    private static Catalogue catalogue;

    @BeforeAll
    static void read() {
        catalogue = new Catalogue();
    }

    @Test
    void theCatalogueHasAll() {
        Golden.checkFile(Path.of("..", "docs", "words.md"), catalogue.markdown());
    }

    @ParameterizedTest
    @EnumSource
    void sentencesKeepTheRules(Rules rule) {
        assertThat(sentences(rule::isBrokenBy)).isEmpty();
    }

    @Test
    void noLiteralIsLeftOut() {
        String all = catalogue.texts().stream().map(Text::words).collect(Collectors.joining("\n"));
        Set<String> leftOut = Stream.of(Sources.java(), Sources.scripts())
                .flatMap(List::stream)
                .flatMap(file -> Literals.of(Sources.read(file)).stream())
                .filter(literal -> !all.contains(literal))
                .filter(literal -> READ_BY_MACHINES.stream().noneMatch(literal::contains))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(leftOut).isEmpty();
    }

    private static List<String> sentences(Predicate<String> broken) {
        return catalogue.texts().stream()
                .flatMap(text -> text.sentences().stream().filter(broken).map(sentence -> text.id() + ": " + sentence))
                .toList();
    }
}
