package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The file beside a program that tells its JDK: anybody's program may have anything there. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class ReleaseFileTest {
    @TempDir
    private Path home;

    @Test
    void tellsTheVersion() throws Exception {
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"a\"\nJAVA_VERSION=\"17.0.15\"\n");
        assertThat(versionOfAProgram()).isEqualTo("17.0.15");
    }

    /** A list of JVMs hung for ever. */
    @Test
    void isNoPipe() throws Exception {
        new ProcessBuilder("mkfifo", home.resolve("release").toString()).start().waitFor();
        assertThat(versionOfAProgram()).isEmpty();
    }

    @Test
    void isNotEndless() throws Exception {
        Files.createSymbolicLink(home.resolve("release"), Path.of("/dev/zero"));
        assertThat(versionOfAProgram()).isEmpty();
    }

    private String versionOfAProgram() throws Exception {
        Path program = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.copy(Path.of("/bin/sleep").toRealPath(), program);
        Process process = new ProcessBuilder(program.toString(), "600").start();
        try {
            awaitProgram(process, program);
            return ProcFile.of(process.pid()).jdkVersion();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** At first it is still a copy of this process. */
    private static void awaitProgram(Process process, Path program) throws IOException {
        Path exe = Path.of("/proc", Long.toString(process.pid()), "exe");
        while (!Files.isSameFile(exe, program)) {
            Thread.onSpinWait();
        }
    }
}
