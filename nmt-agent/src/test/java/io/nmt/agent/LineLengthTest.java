package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No line of Java is longer than {@code .editorconfig} says. The formatter breaks neither strings nor comments. */
class LineLengthTest {
    private static final int MOST_CHARS = 120;
    private static final String TEXT_BLOCK = "\"\"\"";

    @Test
    void linesOfJava() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : SourceFiles.java()) {
            addTooLong(file, tooLong);
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
            } else if (line.length() > MOST_CHARS && !inTextBlock) {
                tooLong.add(file + ":" + number);
            }
        }
    }
}
