package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.libraries.programs.ArchivedLibraries;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;

/** Libraries whose classes come from an archive that was made without the agent: they work, and are tracked. */
class LibraryArchiveIT {
    private static final String PREFIX = "figures end ";
    private static final ObjectMapper JSON = new ObjectMapper();

    @OnOldestAndNewestJdk
    void hooksInArchivedClasses(Jdk jdk, @TempDir Path directory) throws IOException {
        List<Path> jars = new ArrayList<>(ClassPath.jars("jna", "netty-buffer", "netty-common"));
        jars.set(0, programs(directory.resolve("programs.jar")));
        Path archive = directory.resolve("libraries.jsa");
        jvm(jdk, jars)
                .options("-XX:ArchiveClassesAtExit=" + archive)
                .run(ArchivedLibraries.class)
                .expectExit(0);
        assertThat(archive).exists();

        Outcome outcome = jvm(jdk, jars)
                .agent("sample=1")
                .options("-XX:SharedArchiveFile=" + archive)
                .run(ArchivedLibraries.class, "figures")
                .expectExit(0);

        assertThat(outcome.outLines()).contains("held 5000");
        JsonNode figures = JSON.readTree(outcome.outLines().stream()
                .filter(line -> line.startsWith(PREFIX))
                .findFirst()
                .orElseThrow()
                .substring(PREFIX.length()));
        assertThat(figures.get("untrackedBlocks").asLong())
                .as(outcome::toString)
                .isZero();
        assertThat(figures.path("pools").findValues("inUseBytes").toString())
                .as(outcome::toString)
                .isEqualTo("[5120]");
        assertThat(Figures.at("end", outcome).category("JNA").committed())
                .as(outcome::toString)
                .isEqualTo(1000);
    }

    private static ChildJvm jvm(Jdk jdk, List<Path> jars) {
        ChildJvm jvm = ChildJvm.withoutC2(jdk).classPath(jars.toArray(Path[]::new));
        return jdk.feature() >= 24 ? jvm.allowUnsafe().options("--enable-native-access=ALL-UNNAMED") : jvm;
    }

    /** An archive cannot hold classes of a directory on the class path. */
    private static Path programs(Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("ArchivedLibraries", "Figures")) {
                String entry = ArchivedLibraries.class.getPackageName().replace('.', '/') + "/" + name + ".class";
                try (InputStream in = LibraryArchiveIT.class.getResourceAsStream("/" + entry)) {
                    out.putNextEntry(new JarEntry(entry));
                    in.transferTo(out);
                }
            }
        }
        return jar;
    }
}
