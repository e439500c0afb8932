package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.channel.CommandException;
import io.nmt.report.document.SafeText;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills while the evidence is written: its steps are there as a whole, or not. */
@EnabledOnOs(OS.LINUX)
class FilledDiskTest {
    private static final int MOST_BYTES = 64 << 10;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void aStepThatDoesNotFitIsNotHalfThere(Jdk jdk) {
        Path file = directory.resolve("evidence.txt");
        assertThat(ChildJvm.withoutC2(jdk)
                        .launchedBy("prlimit", "--fsize=" + MOST_BYTES)
                        .options("-XX:-UsePerfData")
                        .classPath(
                                ChildJvm.testClasses(),
                                ChildJvm.locationOf(EvidenceFile.class),
                                ChildJvm.locationOf(CommandException.class),
                                ChildJvm.locationOf(SafeText.class))
                        .run(FilledDisk.class, file.toString())
                        .expectExit(0)
                        .outLines())
                .containsExactly("failed", "written false");

        assertThat(file).hasContent(FilledDisk.FIRST + "\nThe rest could not be written: File too large.\n");
    }
}
