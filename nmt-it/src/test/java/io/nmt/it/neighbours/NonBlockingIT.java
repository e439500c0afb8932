package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.NonBlocking;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import reactor.blockhound.BlockHound;

/** BlockHound sees no blocking call of the agent on a thread of the application, and nothing is untracked for it. */
class NonBlockingIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void hooksOnAnEventLoop(Jdk jdk) {
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent("pressure-file=" + directory.resolve("report.txt"))
                .allowUnsafe()
                .allowAttach()
                .options(
                        "-XX:MaxDirectMemorySize=16m",
                        "-XX:+AllowRedefinitionToAddDeleteMethods",
                        "-Djdk.attach.allowAttachSelf=true",
                        "--enable-native-access=ALL-UNNAMED")
                .classPath(ChildJvm.testClasses(), ChildJvm.locationOf(BlockHound.class))
                .run(NonBlocking.class, Integer.toString(jdk.feature()))
                .expectExit(0);

        assertThat(outcome.outLines()).as(outcome::toString).contains("watches true", "done event-loop", "blocked []");
        Snapshot end = Figures.at("end", outcome);
        assertThat(end.untrackedBlocks()).as(outcome::toString).isZero();
        if (jdk.feature() >= NonBlocking.FIRST_JDK_OF_LINKER) {
            CategoryUsage malloc = end.category("Foreign Malloc");
            assertThat(malloc.committed()).as(outcome::toString).isEqualTo(1000);
        }
    }
}
