package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.OneLine;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * A JVM that records classes for an archive must not get instrumented ones: JDK 25 crashed when it assembled the cache.
 */
class ArchiveRecordingIT {
    @TempDir
    private Path directory;

    /** A cache that was trained with the agent on the command line serves with the agent, which tracks then. */
    @OnEveryJdk
    void anAotCache(Jdk jdk) throws IOException {
        if (jdk.feature() < 25) {
            return;
        }
        Path cache = directory.resolve("app.aot");
        Path jar = jar();

        Outcome training = run(jdk, jar, "-XX:AOTCacheOutput=" + cache);
        Outcome use = run(jdk, jar, "-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-Xlog:class+load,aot");

        assertThat(training.err()).contains("nmt: this JVM records classes for an archive");
        assertThat(training.err()).doesNotContain("Native memory outside");
        assertThat(use.err()).contains("Native memory outside").doesNotContain("nmt: ");
        assertThat(use.out())
                .containsPattern(OneLine.class.getName() + " source: shared objects file")
                .contains("full module graph: enabled");
    }

    /** JVMs refuse that with any agent, unless they are told to. */
    @OnOldestAndNewestJdk
    void aDynamicArchive(Jdk jdk) throws IOException {
        Path archive = directory.resolve("app.jsa");
        Outcome recording = run(
                jdk,
                jar(),
                "-XX:ArchiveClassesAtExit=" + archive,
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+AllowArchivingWithJavaAgent");

        // A JDK that comes without an archive of its own makes none.
        if (Files.exists(archive)) {
            assertThat(recording.err()).contains("nmt: this JVM records classes for an archive");
        }
    }

    private static Outcome run(Jdk jdk, Path jar, String... options) {
        Outcome outcome = ChildJvm.on(jdk)
                .agent("report=stderr")
                .options(options)
                .classPath(jar)
                .run(OneLine.class)
                .expectExit(5);
        assertThat(outcome.out()).as(outcome::toString).contains("one line\n");
        return outcome;
    }

    private Path jar() throws IOException {
        Path jar = directory.resolve("app.jar");
        String entry = OneLine.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry(entry));
            Files.copy(ChildJvm.testClasses().resolve(entry), out);
            out.closeEntry();
        }
        return jar;
    }
}
