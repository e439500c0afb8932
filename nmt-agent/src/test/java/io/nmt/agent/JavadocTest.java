package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each summary in Javadoc says what a thing is or does. None begins as a question, nor as a part of a sentence. */
class JavadocTest {
    private static final Pattern COMMENT =
            Pattern.compile("/\\*\\*[\\s*]*(?:What|Which|Whether|How|Of|That|Who|Whose|Why)\\b[^\\n]*");

    @Test
    void summaries() throws IOException {
        List<String> questions = new ArrayList<>();
        for (Path file : SourceFiles.java()) {
            Matcher found = COMMENT.matcher(Files.readString(file));
            while (found.find()) {
                questions.add(file + ": " + found.group());
            }
        }
        assertThat(questions).isEmpty();
    }
}
