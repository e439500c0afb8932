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
        for (Path root : sources()) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    addTooLong(file, tooLong);
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    /** The sources of each module, and of the build. */
    private static List<Path> sources() throws IOException {
        List<Path> roots = new ArrayList<>();
        roots.add(Path.of("..", "build"));
        for (Path parent : List.of(Path.of(".."), Path.of("..", "integrations"))) {
            try (Stream<Path> modules = Files.list(parent)) {
                modules.map(module -> module.resolve("src"))
                        .filter(Files::isDirectory)
                        .forEach(roots::add);
            }
        }
        return roots;
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
