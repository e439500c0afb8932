package io.nmt.channel.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerLibraryTest {
    @TempDir
    private Path directory;

    /** The build's version and the hashes are changed together. */
    @Test
    void eachLibraryIsTheOneThatIsExpected() throws IOException {
        assertThat(ProfilerLibrary.all()).hasSize(3);
        for (ProfilerLibrary library : ProfilerLibrary.all()) {
            InputStream in = ProfilerLibrary.class.getResourceAsStream("/" + library.entry());
            assertThat(in).as(library.entry()).isNotNull();
            assertThat(ProfilerLibrary.hashOf(in)).as(library.entry()).isEqualTo(library.expectedHash());
        }
    }

    /** An application's class path may have another version of async-profiler before the agent's jar. */
    @Test
    void theOneOfTheAgentBehindAnother() throws Exception {
        Path other = directory.resolve("other");
        Path file = other.resolve(ProfilerLibrary.of("Linux", "amd64").entry());
        Files.createDirectories(file.getParent());
        Files.writeString(file, "another version");
        List<URL> classPath = new ArrayList<>(List.of(other.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }

        Object extracted;
        try (URLClassLoader loader =
                new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(ProfilerLibrary.class.getName());
            Object library = type.getMethod("of", String.class, String.class).invoke(null, "Linux", "amd64");
            extracted = type.getMethod("extractTo", Path.class).invoke(library, directory);
        }

        assertThat(ProfilerLibrary.hashOf(Files.newInputStream((Path) extracted)))
                .isEqualTo(ProfilerLibrary.of("Linux", "amd64").expectedHash());
    }

    @Test
    void whatIsThereAndTheSameStays() throws IOException {
        ProfilerLibrary library = ProfilerLibrary.of("Linux", "amd64");
        Path file = library.extractTo(directory);
        Object key = Files.getAttribute(file, "unix:ino");

        assertThat(Files.getAttribute(library.extractTo(directory), "unix:ino")).isEqualTo(key);
        assertThat(directory).isDirectoryContaining(file::equals);
    }

    /** To replace what another command has just extracted would be to change what a JVM has mapped. */
    @Test
    void manyAtOnceHaveOneFile() throws Exception {
        ProfilerLibrary library = ProfilerLibrary.of("Linux", "amd64");
        Callable<Object> extract = () -> Files.getAttribute(library.extractTo(directory), "unix:ino");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Set<Object> files = new HashSet<>();
            for (Future<Object> file : threads.invokeAll(Collections.nCopies(8, extract))) {
                files.add(file.get());
            }
            assertThat(files).hasSize(1);
        } finally {
            threads.shutdown();
        }
        Path file = directory.resolve(ProfilerLibrary.FILE);
        assertThat(ProfilerLibrary.hashOf(Files.newInputStream(file))).isEqualTo(library.expectedHash());
        assertThat(directory.toFile().list()).containsExactly(ProfilerLibrary.FILE);
    }

    @Test
    void whatIsAnotherIsReplacedAndNotWrittenTo() throws IOException {
        Path file = directory.resolve(ProfilerLibrary.FILE);
        Files.writeString(file, "another one");
        Object key = Files.getAttribute(file, "unix:ino");
        ProfilerLibrary library = ProfilerLibrary.of("Linux", "amd64");

        library.extractTo(directory);

        assertThat(ProfilerLibrary.hashOf(Files.newInputStream(file))).isEqualTo(library.expectedHash());
        assertThat(Files.getAttribute(file, "unix:ino")).isNotEqualTo(key);
    }

    @Test
    void noneForOtherPlatforms() {
        assertThatThrownBy(() -> ProfilerLibrary.of("Linux", "s390x"))
                .hasMessage("this jar has no async-profiler for Linux on s390x; --library PATH names one");
    }
}
