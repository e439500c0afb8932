package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.SlowAgent;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.JarOfAgent;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A command that attaches before {@code -javaagent} has started the agent: the options there hold. */
@EnabledOnOs(OS.LINUX)
class OvertakenPremainIT {
    private static final String ATTACHES = "Attach Listener"; // HotSpot's thread; Linux cuts its name

    @OnOldestAndNewestJdk
    void theOptionsOfTheCommandLineHold(Jdk jdk, @TempDir Path directory) throws IOException {
        Path slow = directory.resolve("slow.jar");
        JarOfAgent.write(slow, SlowAgent.class, talk());
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options("-javaagent:" + slow)
                .agent("report=stdout")
                .start(SlowAgent.class)) {
            child.awaitLine("premain");
            try (Child summary = ChildJvm.startAgentJar(jdk, "summary", Long.toString(child.pid()))) {
                assertThat(Awaited.until(attached -> attached, () -> hasThread(child, ATTACHES)))
                        .isTrue();
                child.say("start");
                assertThat(summary.await().expectSuccess().out())
                        .startsWith(Report.TITLE)
                        .doesNotContain("Tracked since");
            }
            child.awaitLine("main");
            child.say("finish");

            Outcome outcome = child.await().expectSuccess();
            assertThat(outcome.out()).contains(Report.TITLE);
        }
    }

    /** It has refused before: the command attaches as to any other process. */
    @OnOldestAndNewestJdk
    void anAgentThatHasRefusedIsNotAwaited(Jdk jdk) {
        try (Child child =
                ChildJvm.withoutC2(jdk).allowAttach().agent("peek=exact").start(SlowAgent.class)) {
            child.awaitLine("main");
            assertThat(ChildJvm.runCommand(jdk, "summary", child).expectExit(0).err())
                    .startsWith("nmt: tracking process " + child.pid() + " from now on");
            child.say("finish");
            child.await().expectExit(0);
        }
    }

    private static boolean hasThread(Child child, String name) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(child.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                if (nameOf(thread).equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String nameOf(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException e) {
            return ""; // it has ended, maybe while its name was read
        }
    }

    private static Class<?> talk() {
        try {
            return Class.forName(SlowAgent.class.getPackageName() + ".Talk");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
