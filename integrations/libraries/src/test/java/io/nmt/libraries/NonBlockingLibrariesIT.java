package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.libraries.programs.NonBlockingLibraries;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import java.util.List;

/** BlockHound sees no blocking call of the agent where an event loop uses JNA and Netty first, then goes on. */
class NonBlockingLibrariesIT {
    @OnOldestAndNewestJdk
    void hooksOnAnEventLoop(Jdk jdk) {
        List<Path> classPath = ClassPath.jars(
                "blockhound", "jna", "netty-transport", "netty-resolver", "netty-buffer", "netty-common");
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent("sample=1")
                .allowUnsafe()
                .allowAttach()
                .options(
                        "-XX:+AllowRedefinitionToAddDeleteMethods",
                        "-Djdk.attach.allowAttachSelf=true",
                        "--enable-native-access=ALL-UNNAMED")
                .classPath(classPath.toArray(Path[]::new))
                .run(NonBlockingLibraries.class)
                .expectExit(0);

        assertThat(outcome.outLines()).as(outcome::toString).contains("watches true", "done event-loop", "blocked []");
        Snapshot end = Figures.at("end", outcome);
        assertThat(end.untrackedBlocks()).as(outcome::toString).isZero();
        CategoryUsage jna = end.category("JNA");
        assertThat(jna.committed()).as(outcome::toString).isEqualTo(1000);
    }
}
