package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The thread that waits for commands ends before the JVM does, which would wait 300 ms for it: it is in native code.
 * The JVM's own log tells.
 */
@EnabledOnOs(OS.LINUX)
class ChannelAtExitIT {
    private static final String THREAD = "nmt-commands";
    private static final int SIGTERM_EXIT = 143;

    @TempDir
    private Path directory;

    @OnEveryJdk
    void theThreadEndsFirst(Jdk jdk) throws IOException {
        assertEndsFirst(jdk, 0, child -> {
            child.say("hold");
            child.say("finish");
        });
    }

    @OnEveryJdk
    void theThreadEndsFirstAtSigterm(Jdk jdk) throws IOException {
        assertEndsFirst(jdk, SIGTERM_EXIT, Child::terminate);
    }

    private void assertEndsFirst(Jdk jdk, int exit, Consumer<Child> end) throws IOException {
        Path log = directory.resolve("threads.log");
        String thread;
        try (Child child = ChildJvm.withoutC2(jdk)
                .agent()
                .allowAttach()
                .allowUnsafe()
                .options("-Xlog:os+thread=info:file=" + log)
                .start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "summary", child).expectSuccess();
            thread = thread(child);
            end.accept(child);
            child.await().expectExit(exit);
        }
        assertThat(log).content().containsPattern("JavaThread exiting \\([^)]*tid: " + thread + "\\)");
    }

    /** Its number: the JVM gives threads their names in the system, too. */
    private static String thread(Child child) throws IOException {
        try (var threads = Files.newDirectoryStream(Path.of("/proc/" + child.pid() + "/task"))) {
            for (Path thread : threads) {
                if (nameOf(thread).equals(THREAD)) {
                    return thread.getFileName().toString();
                }
            }
        }
        throw new AssertionError("no thread " + THREAD);
    }

    private static String nameOf(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException e) {
            return ""; // it has ended
        }
    }
}
