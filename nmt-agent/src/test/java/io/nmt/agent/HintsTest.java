package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Reports name a command by its name alone, as in {@code 'rss PID'}: whether it is typed behind {@code java -jar
 * nmt-agent.jar} or behind {@code nmt}, they do not know.
 */
class HintsTest {
    private static final Pattern OTHER_WAY = Pattern.compile("'(nmt|java -jar nmt-agent\\.jar) [a-z]");

    @Test
    void commandsAreNamedInOneWay() throws IOException {
        List<String> others = new ArrayList<>();
        for (String module : List.of("nmt-core", "nmt-jfr", "nmt-agent")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main"))) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    for (String line : Files.readAllLines(file)) {
                        if (OTHER_WAY.matcher(line).find()) {
                            others.add(file.getFileName() + ": " + line.strip());
                        }
                    }
                }
            }
        }
        assertThat(others).isEmpty();
    }
}
