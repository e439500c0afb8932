package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.channel.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that ends while a command looks at it has ended, and lacks nothing else. */
@EnabledOnOs(OS.LINUX)
class EndedProcessTest {
    private Process parent;
    private long pid;
    private ProcFile before;

    /** The child waits for a line, so that it is there first; its parent becomes a program that asks for none. */
    @BeforeEach
    void endAProcess() throws IOException, CommandException {
        parent =
                new ProcessBuilder("sh", "-c", "exec 3<&0; head -n 1 <&3 >/dev/null & echo $!; exec sleep 600").start();
        BufferedReader out = parent.inputReader();
        pid = Long.parseLong(out.readLine());
        before = ProcFile.of(pid);
        while (!Files.readString(Path.of("/proc/" + parent.pid() + "/comm")).startsWith("sleep")) {
            Thread.onSpinWait(); // the shell may ask, until it has become that
        }
        parent.outputWriter().append("end\n").flush();
        while (!Files.readString(before.directory().resolve("status")).contains("\nState:\tZ")) {
            Thread.onSpinWait(); // its memory goes before its files
        }
    }

    @AfterEach
    void endItsParent() {
        parent.destroyForcibly();
    }

    private void assertHasEnded(ThrowingCallable look) {
        assertThatThrownBy(look).isInstanceOf(CommandException.class).hasMessage("process " + pid + " has ended");
    }

    @Test
    void isNoOtherProgram() {
        assertHasEnded(() -> new JvmProcess(pid, before).awaitAttachable());
    }

    @Test
    void isNotWithoutATemporaryDirectory() {
        assertHasEnded(() -> new JvmProcess(pid, before).checkTemporaryDirectory());
    }
}
