package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main class or jar on a command line, as {@code /proc} shows it. */
class MainOfProcessTest {
    @TempDir
    private Path directory;

    private String mainOf(String... words) throws IOException {
        Files.writeString(directory.resolve("cmdline"), String.join("\0", words) + "\0");
        return JvmOptions.mainOf(directory);
    }

    @Test
    void classJarOrModule() throws IOException {
        assertThat(mainOf("java", "-Xmx1g", "-cp", "a.jar:b", "io.acme.Shop", "-x"))
                .isEqualTo("io.acme.Shop");
        assertThat(mainOf("java", "@options", "-jar", "shop.jar", "Main")).isEqualTo("shop.jar");
        assertThat(mainOf("java", "-p", "mods", "-m", "shop/io.acme.Shop")).isEqualTo("shop/io.acme.Shop");
    }

    @Test
    void none() throws IOException {
        assertThat(mainOf("java", "-jar")).isEmpty();
        assertThat(mainOf("java", "-version")).isEmpty();
        assertThat(JvmOptions.mainOf(directory.resolve("none"))).isEmpty();
    }
}
