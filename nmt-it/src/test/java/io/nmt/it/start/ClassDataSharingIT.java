package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Hello;
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

/** An application that starts from a class data archive still does so with the agent. */
class ClassDataSharingIT {
    @OnEveryJdk
    void applicationClassesStillComeFromTheArchive(Jdk jdk, @TempDir Path directory) throws IOException {
        Path jar = jarOf(Hello.class, directory.resolve("hello.jar"));
        Path archive = archive(jdk, jar, directory);
        ChildJvm withAgent = ChildJvm.on(jdk)
                .agent()
                .options("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:class+load,cds")
                .classPath(jar);

        Outcome outcome = withAgent.run(Hello.class).expectSuccess();

        assertThat(outcome.outLines()).contains("hello");
        assertThat(outcome.outLines())
                .as(outcome::toString)
                .filteredOn(line -> line.contains(" " + Hello.class.getName() + " "))
                .singleElement()
                .asString()
                .contains("source: shared objects file");
        assertThat(outcome.out()).doesNotContain("Sharing is only supported", "[warning]");
    }

    /** Recorded without the agent, since a JVM with one refuses to record. */
    @OnOldestAndNewestJdk
    void anArchiveThatAProgramLeavesAtItsExit(Jdk jdk, @TempDir Path directory) throws IOException {
        Path jar = jarOf(Hello.class, directory.resolve("hello.jar"));
        Path archive = directory.resolve("hello.jsa");
        String create = "-XX:ArchiveClassesAtExit=" + archive;
        Outcome refused =
                ChildJvm.on(jdk).agent().options(create).classPath(jar).run(Hello.class);
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.out() + refused.err()).contains("AllowArchivingWithJavaAgent");
        ChildJvm.on(jdk).options(create).classPath(jar).run(Hello.class).expectExit(0);
        if (!Files.exists(archive)) {
            return; // this JDK comes without an archive of its own
        }

        Outcome outcome = ChildJvm.on(jdk)
                .agent()
                .options("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load")
                .classPath(jar)
                .run(Hello.class)
                .expectSuccess();

        assertThat(outcome.out()).containsPattern(Hello.class.getName() + " source: shared objects file \\(top\\)");
    }

    /** An archive of the JDK's and the program's classes, also for a JDK that comes without one of its own. */
    private static Path archive(Jdk jdk, Path jar, Path directory) {
        Path classList = directory.resolve("classes.txt");
        Path archive = directory.resolve("hello.jsa");
        ChildJvm.on(jdk)
                .options("-XX:DumpLoadedClassList=" + classList, "-Xshare:off")
                .classPath(jar)
                .run(Hello.class)
                .expectExit(0);
        ChildJvm.on(jdk)
                .options("-Xshare:dump", "-XX:SharedClassListFile=" + classList, "-XX:SharedArchiveFile=" + archive)
                .classPath(jar)
                .run(Hello.class)
                .expectExit(0);
        return archive;
    }

    private static Path jarOf(Class<?> program, Path jar) throws IOException {
        String entry = program.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry(entry));
            Files.copy(ChildJvm.testClasses().resolve(entry), out);
            out.closeEntry();
        }
        return jar;
    }
}
