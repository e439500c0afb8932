package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Listening;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Asked;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The socket that commands come by: no other user gets at it, and it leaves nothing behind. */
@EnabledOnOs(OS.LINUX)
class CommandChannelIT {
    private static final int SETTLED = 10; // times the same, which is a fifth of a second

    @OnOneJdk
    void onlyTheUserGetsAtTheSocketAndItIsGoneInTheEnd(Jdk jdk) throws IOException {
        Path directory;
        try (Child child = steady(jdk).start(Steady.class)) {
            directory = Asked.directory(child);
            child.awaitLine("ready");
            assertThat(directory).doesNotExist();
            ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectSuccess();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
            child.say("hold");
            child.say("finish");
            child.await().expectSuccess();
        }
        assertThat(directory).doesNotExist();
    }

    @OnOldestAndNewestJdk
    void aHundredCommandsLeaveNothing(Jdk jdk) throws Exception {
        // Or the thread that watches memory pressure might end meanwhile.
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent("pressure=off,history=off")
                .start(Listening.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectSuccess();
            child.say("tell");
            String before = child.awaitLineWith("before ");
            assertThat(before).isEqualTo("before threads [nmt-commands], agents 2");
            ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectSuccess();
            long files = settledFiles(child);

            String diff = "";
            for (int i = 0; i < 50; i++) {
                Asked.of(child, "summary");
                diff = Asked.of(child, "diff");
            }
            ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectSuccess();

            // The thread that answered ends after the answer has.
            assertThat(Awaited.until(open -> open == files, () -> openFiles(child)))
                    .isEqualTo(files);
            child.say("tell");
            String after = child.awaitLineWith("after ");
            assertThat(after).isEqualTo(before.replace("before", "after"));
            // What is resident changes all the time.
            assertThat(diff.substring(0, diff.indexOf("\nResident memory")))
                    .as("the application has not allocated")
                    .contains("Category")
                    .doesNotContainPattern(" (\\+|>?-)<?\\d");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    /** The connection of the last command may be open for a moment longer. */
    private static long settledFiles(Child child) {
        List<Long> counts = new ArrayList<>();
        return Awaited.until(
                open -> {
                    counts.add(open);
                    int size = counts.size();
                    return size >= SETTLED && new HashSet<>(counts.subList(size - SETTLED, size)).size() == 1;
                },
                () -> openFiles(child));
    }

    /** A program that cleans up old files in /tmp may take the socket for one. */
    @OnOneJdk
    void aSocketThatWasDeleted(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectSuccess();
            Files.delete(Asked.socket(child));
            ChildJvm.runAgentJar(jdk, "diff", pid(child)).expectSuccess();
            Files.delete(Asked.socket(child));
            Files.delete(Asked.directory(child));
            ChildJvm.runAgentJar(jdk, "diff", pid(child)).expectSuccess();
        }
    }

    /** A process that had the same id was killed. */
    @OnOneJdk
    void aSocketThatWasLeftBehind(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            leaveSocket(child);
            ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectSuccess();
            child.say("hold");
            child.say("finish");
            child.await().expectSuccess();
            assertThat(Asked.directory(child)).doesNotExist();
        }
    }

    /** As a build does it under a process that was started with its last jar. */
    @OnOneJdk
    void aJarThatIsWrittenOver(Jdk jdk, @TempDir Path directory) throws IOException {
        Path jar = Files.copy(Path.of(ChildJvm.agentJar()), directory.resolve("agent.jar"));
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .allowUnsafe()
                .options("-javaagent:" + jar)
                .start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "baseline", pid(child)).expectSuccess();
            Files.write(jar, new byte[1]);
            Outcome history = ChildJvm.runAgentJar(jdk, "history", pid(child));
            assertThat(history.exitCode()).isEqualTo(1);
            assertThat(history.err())
                    .startsWith("nmt: the command failed in the process, whose agent's jar was written over since it"
                            + " was loaded: restart it to have all commands: java.lang.NoClassDefFoundError: io/nmt/");
            child.say("hold");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static void leaveSocket(Child child) throws IOException {
        Files.createDirectory(
                Asked.directory(child),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(Asked.socket(child)))
                .close();
    }

    /** Nonsense is answered or dropped, and the next command is run. */
    @OnOneJdk
    void whatIsNoCommand(Jdk jdk) throws IOException {
        try (Child child = steady(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectSuccess();
            for (String nonsense :
                    new String[] {"", "\n", "GET / HTTP/1.1\r\n\r\n", "nmt/1 \n", "nmt/2 summary\n", "x".repeat(100_000)
                    }) {
                try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Asked.socket(child)))) {
                    channel.write(StandardCharsets.UTF_8.encode(nonsense));
                }
            }
            ChildJvm.runAgentJar(jdk, "summary", pid(child)).expectSuccess();
            child.say("hold");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static ChildJvm steady(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().agent();
    }

    private static long openFiles(Child child) throws IOException {
        try (var files = Files.list(Path.of("/proc", pid(child), "fd"))) {
            return files.count();
        }
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }
}
