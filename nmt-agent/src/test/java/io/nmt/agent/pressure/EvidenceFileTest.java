package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFileTest {
    @TempDir
    private Path directory;

    @Test
    void theLastThreeStay() throws IOException {
        EvidenceFile file = new EvidenceFile(directory.resolve("a-%p.txt").toString());
        Path path = directory.resolve("a-" + ProcessHandle.current().pid() + ".txt");
        for (int i = 1; i <= 4; i++) {
            assertThat(file.write("report " + i)).isEqualTo(path.toString());
            file.append(", more");
        }

        assertThat(path).hasContent("report 4, more");
        assertThat(path.resolveSibling(path.getFileName() + ".1")).hasContent("report 3, more");
        assertThat(path.resolveSibling(path.getFileName() + ".2")).hasContent("report 2, more");
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(3);
        }
    }

    /** In a directory that all may write to, somebody else may have made a link of that name. */
    @Test
    void aLinkInTheWayIsNotFollowed() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "somebody's");
        Files.createSymbolicLink(directory.resolve("a.txt.tmp"), target);
        Files.createSymbolicLink(directory.resolve("a.txt"), target);

        EvidenceFile file = new EvidenceFile(directory.resolve("a.txt").toString());
        file.write("report");
        file.append(", more");

        assertThat(target).hasContent("somebody's");
        assertThat(directory.resolve("a.txt")).hasContent("report, more").isRegularFile();
    }
}
