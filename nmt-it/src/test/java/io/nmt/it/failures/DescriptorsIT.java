package io.nmt.it.failures;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.NoDescriptors;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A class of the JDK that a thread of ours initialized without a file descriptor was lost for the application. */
@EnabledOnOs(OS.LINUX)
class DescriptorsIT {
    @OnOldestAndNewestJdk
    void theApplicationsClassesSurviveALackOfThem(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk)
                .agent()
                .allowAttach()
                .launchedBy("bash", "-c", "ulimit -n 200; exec \"$@\"", "bash")
                .start(NoDescriptors.class)) {
            child.awaitLine("virtual machine true");
            child.awaitLine("zone true");
            assertThat(Awaited.untilAnswered(
                            told -> told.contains("RSS"),
                            () -> runCommand(jdk, "history", child)
                                    .expectExit(0)
                                    .out()))
                    .contains("RSS");
            child.say("finish");
            child.await().expectExit(0);
        }
    }
}
