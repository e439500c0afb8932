package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.libraries.programs.PermittedLibraries;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import java.util.List;

/** Hooks of JNA and Netty need no permission of the code that calls these. */
class LibraryPermissionsIT {
    @OnOldestAndNewestJdk
    void noneIsAskedForOfTheApplication(Jdk jdk) {
        assumeTrue(jdk.feature() == 17, "JDK 17");
        List<Path> classPath =
                ClassPath.jars("jna", "netty-transport", "netty-resolver", "netty-buffer", "netty-common");
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent("sample=1")
                .classPath(classPath.toArray(Path[]::new))
                .run(PermittedLibraries.class)
                .expectExit(0);
        assertThat(outcome.outLines()).as(outcome::toString).contains("asked []");
    }
}
