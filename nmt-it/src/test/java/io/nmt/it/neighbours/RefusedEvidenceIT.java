package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.RefusedEvidence;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A later security manager refuses the report at memory pressure. JDK 17 lets a program set one. */
class RefusedEvidenceIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void oneLineSaysSo(Jdk jdk) {
        assumeTrue(jdk.feature() == 17, "JDK 17");
        Path report = directory.resolve("report.txt");
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent("pressure-file=" + report)
                .options("-XX:MaxDirectMemorySize=16m")
                .run(RefusedEvidence.class)
                .expectExit(0);

        assertThat(outcome.outLines()).hasSize(3).startsWith("refused");
        assertThat(outcome.outLines().subList(1, 3)).allMatch(line -> line.matches("at the limit with 1[56]"));
        assertThat(outcome.err().lines().filter(line -> !line.startsWith("WARNING: ")))
                .as(outcome::toString)
                .containsExactly("nmt: no report at memory pressure: the application's security manager refuses it;"
                        + " grant java.security.AllPermission to the agent's jar in a file named by"
                        + " -Djava.security.policy");
        assertThat(report).doesNotExist();
    }
}
