package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

/** The remains of a killed process in /tmp are removed by the next command, for any process. */
@EnabledOnOs(OS.LINUX)
@Isolated("any other test's command would remove it, too")
class StaleSocketIT {
    /** A process that is killed cannot clean up; the next command does. */
    @OnOneJdk
    void theSocketOfAProcessThatWasKilled(Jdk jdk) {
        Path left;
        try (Child killed = steady(jdk).start(Steady.class)) {
            killed.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "baseline", pid(killed)).expectSuccess();
            left = directory(killed);
            killed.kill();
            killed.await();
        }
        assertThat(left).exists();
        try (Child child = steady(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectSuccess();
            assertThat(left).doesNotExist();
            assertThat(directory(child)).exists();
        }
    }

    private static ChildJvm steady(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowAttach().agent();
    }

    private static Path directory(Child child) {
        return Path.of("/tmp/.nmt_pid" + child.pid());
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }
}
