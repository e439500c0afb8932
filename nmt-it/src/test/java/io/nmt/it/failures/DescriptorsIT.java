package io.nmt.it.failures;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Idle;
import io.nmt.it.programs.NoDescriptors;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A class of the JDK that is initialized for us without a descriptor or heap would be lost for the application. */
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

    /** In a full heap a first command lost the zones of dates: the JVM formats one with its system properties. */
    @OnEveryJdk
    void aFirstCommandAsksForNoneBeforeItHasSeenToRoom(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options("-Xlog:class+init=info")
                .start(Idle.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "summary", child).expectExit(0);
            child.terminate();
            assertThat(child.await().out())
                    .containsSubsequence(
                            "Initializing 'io/nmt/agent/channel/JdkClasses'",
                            "Initializing 'sun/util/calendar/ZoneInfoFile'");
        }
    }
}
