package io.nmt.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypoTest {
    private static final List<String> COMMANDS = List.of(
            "list",
            "attach",
            "summary",
            "baseline",
            "diff",
            "sites",
            "leaks",
            "rss",
            "handles",
            "pools",
            "history",
            "top",
            "native",
            "dump",
            "unreachable",
            "flamegraph",
            "report",
            "compare",
            "postmortem",
            "jfc",
            "help");

    @Test
    void theNearestComesFirst() {
        assertThat(Typo.nearest("lsit", COMMANDS)).startsWith("list");
        assertThat(Typo.nearest("sumary", COMMANDS)).containsExactly("summary");
        assertThat(Typo.nearest("hisotry", COMMANDS)).containsExactly("history");
        assertThat(Typo.nearest("leak", COMMANDS)).startsWith("leaks");
        assertThat(Typo.nearest("rs", COMMANDS)).containsExactly("rss");
        assertThat(Typo.nearest("tpo", COMMANDS)).startsWith("top");
        assertThat(Typo.nearest("SUMMARY", COMMANDS)).containsExactly("summary");
        assertThat(Typo.nearest("flame", COMMANDS)).containsExactly("flamegraph");
    }

    @Test
    void optionsAreComparedWithoutTheirDashes() {
        List<String> options = List.of("--stacks", "--wide", "--help", "-h", "-V", "--version");
        assertThat(Typo.nearest("--stack", options)).containsExactly("--stacks");
        assertThat(Typo.nearest("-v", options)).containsExactly("-V");
        assertThat(Typo.nearest("-p", options)).isEmpty();
        assertThat(Typo.nearest("--pid", options)).isEmpty();
    }

    @Test
    void whatIsFarFromAllIsNone() {
        assertThat(Typo.nearest("kubernetes", COMMANDS)).isEmpty();
        assertThat(Typo.nearest("ps", COMMANDS)).isEmpty();
        assertThat(Typo.nearest("", COMMANDS)).isEmpty();
    }

    @Test
    void distances() {
        assertThat(Typo.distance("", "abc")).isEqualTo(3);
        assertThat(Typo.distance("abc", "acb")).isEqualTo(1);
        assertThat(Typo.distance("abc", "abd")).isEqualTo(1);
        assertThat(Typo.distance("abc", "abc")).isZero();
    }
}
