package io.nmt.report.page.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The content of the page. What it does, see FlamegraphIT. */
class FlamePageTest {
    private static final Pattern DATA =
            Pattern.compile("<script id=\"data\" type=\"application/json\">(.*?)</script>", Pattern.DOTALL);

    @Test
    void categoriesOnTheRootThenFrames() throws IOException {
        JsonNode data = data(FlamePage.of(
                "Title",
                List.of(
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Codec.encode"), 10, 2),
                        new StackBytes("Unsafe", List.of("a.Main.main"), 5, 2),
                        new StackBytes("Index", List.of("a.Main.main"), 30, 2))));

        assertThat(data.get("title").asText()).isEqualTo("Title");
        assertThat(data.get("difference").asBoolean()).isFalse();
        assertThat(data.get("root")).hasToString("""
                {"n":"all","v":45,"k":6,"c":[{"n":"Index","v":30,"k":2,"c":[{"n":"a.Main.main","v":30,"k":2}]},\
                {"n":"Unsafe","v":15,"k":4,"c":[{"n":"a.Main.main","v":15,"k":4,\
                "c":[{"n":"a.Codec.encode","v":10,"k":2}]}]}]}""");
    }

    /** Other tools' stacks have one figure. */
    @Test
    void withoutBlocksWhereOneStackDoesNotTell() throws IOException {
        JsonNode data = data(FlamePage.of(
                "Title",
                List.of(
                        new StackBytes("Unsafe", List.of("a.B.c"), 10, 2),
                        new StackBytes("Index", List.of("a.B.c"), 5, StackBytes.UNKNOWN))));

        assertThat(data.get("root")).hasToString("""
                {"n":"all","v":15,"c":[{"n":"Unsafe","v":10,"k":2,"c":[{"n":"a.B.c","v":10,"k":2}]},\
                {"n":"Index","v":5,"c":[{"n":"a.B.c","v":5}]}]}""");
    }

    @Test
    void aDifferenceIsAsWideAsWhatChanged() throws IOException {
        JsonNode data = data(FlamePage.ofDifference(
                "Title",
                List.of(
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Grown.grow"), 10, 2),
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Shrunk.shrink"), 25, 2),
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Same.stay"), 1000, 2)),
                List.of(
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Grown.grow"), 50, 2),
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Same.stay"), 1000, 2))));

        JsonNode main = data.get("root").get("c").get(0).get("c").get(0);
        assertThat(data.get("difference").asBoolean()).isTrue();
        assertThat(data.get("root").get("v").asLong()).isEqualTo(65);
        assertThat(main.get("b").asLong()).isEqualTo(1035);
        assertThat(main.get("a").asLong()).isEqualTo(1050);
        assertThat(main.get("v").asLong()).isEqualTo(65);
        assertThat(main.get("c")).hasSize(3);
        assertThat(main.get("c").get(0)).hasToString("{\"n\":\"a.Same.stay\",\"v\":0,\"b\":1000,\"a\":1000}");
        assertThat(main.get("c").get(1)).hasToString("{\"n\":\"a.Grown.grow\",\"v\":40,\"b\":10,\"a\":50}");
        assertThat(main.get("c").get(2)).hasToString("{\"n\":\"a.Shrunk.shrink\",\"v\":25,\"b\":25,\"a\":0}");
    }

    @Test
    void namesCannotBreakOut() throws IOException {
        String evil = "</script><script>alert('@DATA@')</script><!-- \" \\ \u2028 &amp;";
        String page = FlamePage.of(evil, List.of(new StackBytes(evil, List.of(evil), 1, 1)));

        assertThat(page).doesNotContain("<script>alert").doesNotContain("<!-- ");
        assertThat(data(page).get("title").asText()).isEqualTo(SafeText.line(evil));
        assertThat(data(page).get("root").get("c").get(0).get("n").asText()).isEqualTo(SafeText.line(evil));
    }

    @Test
    void theLibraryIsInsideAndNothingIsLoaded() throws IOException {
        String page = FlamePage.of("Title", List.of());

        assertThat(page).contains("content=\"default-src 'none';").contains("flameGraph");
        assertThat(page).doesNotContainPattern("@[A-Z]+@").doesNotContainPattern("(src|href)=\"(?!data:,)");
        assertThat(Pattern.compile("</script", Pattern.CASE_INSENSITIVE)
                        .matcher(page)
                        .results())
                .hasSize(3);
    }

    private static JsonNode data(String page) throws IOException {
        Matcher matcher = DATA.matcher(page);
        assertThat(matcher.find()).isTrue();
        return new ObjectMapper().readTree(matcher.group(1));
    }
}
