package io.nmt.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.process.NamedJvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that a first word means. */
class MeantCommandTest {
    @TempDir
    private Path directory;

    private static String[] complete(String... typed) {
        return MeantCommand.complete(typed, Set.of("leaks", "help"));
    }

    @Test
    void aProcess() {
        assertThat(complete("4711")).containsExactly("explain", "4711");
        assertThat(complete("4711", "--json")).containsExactly("explain", "4711", "--json");
        assertThat(complete("4711", "--timeout", "3s")).containsExactly("explain", "4711", "--timeout", "3s");
    }

    @Test
    void aProcessFromOutside() {
        assertThat(complete("--outside", "shop")).containsExactly("explain", "--outside", "shop");
        assertThat(complete("--outside")).containsExactly("explain", "--outside");
    }

    @Test
    void aFileOrFolder() throws IOException {
        String recording = Files.createFile(directory.resolve("a.jfr")).toString();
        String report = Files.createFile(directory.resolve("report.txt")).toString();

        assertThat(complete(recording, "-o", "page.html")).containsExactly("report", recording, "-o", "page.html");
        assertThat(complete(report)).containsExactly("postmortem", report);
        assertThat(complete(directory.toString())).containsExactly("postmortem", directory.toString());
    }

    /** As for every command: a part of the arguments, and a class with its package. */
    @ParameterizedTest
    @CsvSource({
        "quiet-17a, PART_OF_COMMAND_LINE, true",
        "com.acme.Pool, PART_OF_COMMAND_LINE, true",
        "shop, PART_OF_NAME, true",
        "leaks, NAME, true",
        "leak, PART_OF_COMMAND_LINE, false",
        "leak, PART_OF_NAME, false",
        "Leak, PART_OF_NAME, true",
        "LEAKS, PART_OF_COMMAND_LINE, false",
        "quiet-17a, NONE, false"
    })
    void aName(String word, NamedJvms.Fit fit, boolean isName) {
        assertThat(MeantCommand.isName(word, fit, Set.of("leaks", "help"))).isEqualTo(isName);
    }

    /** A mistyped word stays, so that it is complained of. */
    @Test
    void everythingElseStays() {
        String[][] lines = {
            {},
            {"leaks", "4711"},
            {"help", "leaks"},
            {"--version"},
            {"leak", "4711"},
            {"4711", "leaks"},
            {"no such name"}
        };
        for (String[] line : lines) {
            assertThat(complete(line)).isEqualTo(line);
        }
    }
}
