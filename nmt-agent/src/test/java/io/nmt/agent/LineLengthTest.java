package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No line of Java is longer than {@code .editorconfig} says. The formatter breaks neither strings nor comments. */
class LineLengthTest {
    private static final int MOST = 120;
    private static final String TEXT_BLOCK = "\"\"\"";

    @Test
    void linesOfJava() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path root : List.of(
                Path.of("..", "build"),
                Path.of("..", "nmt-core", "src"),
                Path.of("..", "nmt-jfr", "src"),
                Path.of("src"),
                Path.of("..", "nmt-bench", "src"),
                Path.of("..", "integrations", "junit", "src"),
                Path.of("..", "integrations", "jmh", "src"),
                Path.of("..", "integrations", "micrometer", "src"),
                Path.of("..", "integrations", "jmc", "src"),
                Path.of("..", "integrations", "spark", "src"))) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    addTooLong(file, tooLong);
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    /** But for text blocks: their lines are as long as the output that they are compared with. */
    private static void addTooLong(Path file, List<String> tooLong) throws IOException {
        boolean inTextBlock = false;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.contains(TEXT_BLOCK)) {
                inTextBlock ^= line.indexOf(TEXT_BLOCK) == line.lastIndexOf(TEXT_BLOCK);
            } else if (line.length() > MOST && !inTextBlock) {
                tooLong.add(file + ":" + number);
            }
        }
    }
}
