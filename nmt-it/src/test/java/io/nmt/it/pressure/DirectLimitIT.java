package io.nmt.it.pressure;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Filling;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that has no direct memory left, of which the JDK takes some for each that reads or writes a socket. */
@EnabledOnOs(OS.LINUX)
class DirectLimitIT {
    private static final String[] COMMANDS = {"summary", "sites", "leaks", "handles", "pools", "rss"};

    @OnOldestAndNewestJdk
    void answersAllTheSame(Jdk jdk) throws IOException {
        try (Child child = filling(jdk).agent("pressure=off").start(Filling.class, "full")) {
            child.awaitLine("full");
            for (String command : COMMANDS) {
                assertThat(runCommand(jdk, command, child).expectExit(0).out()).isNotBlank();
            }
            assertThat(runCommand(jdk, "sites", child).expectExit(0).out()).contains("Filling.fillAll(Filling.java");
            child.say("finish");
            assertThat(child.await().expectExit(0).err()).doesNotContain("OutOfMemoryError");
        }
    }

    @OnOldestAndNewestJdk
    void andIsAttached(Jdk jdk) throws IOException {
        try (Child child = filling(jdk).allowAttach().start(Filling.class, "full")) {
            child.awaitLine("full");
            runCommand(jdk, "attach", child).expectExit(0);
            assertThat(runCommand(jdk, "summary", child).expectExit(0).out())
                    .contains("older blocks are not in these figures");
            child.say("finish");
            child.await().expectExit(0);
        }
    }

    private static ChildJvm filling(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).options("-Xmx64m", "-XX:MaxDirectMemorySize=20m");
    }
}
