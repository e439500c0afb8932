package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.channel.CommandException;
import io.nmt.testkit.Awaited;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LockHolderTest {
    private static final long LONG_MILLIS = 600_000; // until the lock is released

    @TempDir
    private Path directory;

    @Test
    void theProcessOfALock() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(LockHolder.of(file).pid()).isZero();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(LockHolder.of(file).pid())
                    .isEqualTo(ProcessHandle.current().pid());
        }
        assertThat(LockHolder.of(file).pid()).isZero();
    }

    @Test
    void theLineNamesIt() {
        long pid = ProcessHandle.current().pid();
        assertThat(new LockHolder(pid).waiting(60_000, 42))
                .isEqualTo("nmt: waiting up to 60 s for process " + pid + ", which attaches to process 42");
        assertThat(new LockHolder(0).waiting(10, 42))
                .isEqualTo("nmt: waiting up to 1 s for another command, which attaches to process 42");
    }

    /** A lock of this JVM holds up another of this JVM as well. */
    @Test
    void aCommandThatWaitsSaysForWhomOnce() throws Exception {
        Process target = new ProcessBuilder("sleep", "600").start();
        Path file = Path.of("/proc", Long.toString(target.pid()), "comm");
        StringWriter err = new StringWriter();
        Thread waiting = new Thread(() -> attach(target.pid(), err));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            waiting.start();
            Awaited.until(said -> said.endsWith("\n"), err::toString);
        }
        waiting.join();
        target.destroyForcibly();
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .isEqualTo("nmt: waiting up to 600 s for process "
                        + ProcessHandle.current().pid() + ", which attaches to process " + target.pid());
    }

    private static void attach(long pid, StringWriter err) {
        try {
            AttachLock.of(TargetProcess.of(pid), LONG_MILLIS, new PrintWriter(err, true))
                    .close();
        } catch (CommandException e) {
            throw new IllegalStateException(e);
        }
    }
}
