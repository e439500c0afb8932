package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import io.nmt.it.programs.Permitted;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Hooks need no permission of the code that reaches them. JDK 17 lets a program set a security manager. */
public class AskedPermissionsIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void noneIsAskedForOfTheApplication(Jdk jdk) {
        assumeTrue(jdk.feature() == 17, "JDK 17");
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent("sample=1,pressure-file=" + directory.resolve("report.txt"))
                .options("-XX:MaxDirectMemorySize=16m")
                .classPath(ChildJvm.testClasses(), ChildJvm.locationOf(Native.class))
                .run(Permitted.class)
                .expectExit(0);
        assertThat(outcome.outLines())
                .as(outcome::toString)
                .contains("asked []")
                .anyMatch(line -> line.matches("asked within doPrivileged: [1-9]\\d*"));
    }
}
