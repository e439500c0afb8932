package io.nmt.agent.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void whatIsThereAndTheSameStays() throws IOException {
        ProfilerLibrary library = ProfilerLibrary.of("Linux", "amd64");
        Path file = library.extractTo(directory);
        Object key = Files.getAttribute(file, "unix:ino");

        assertThat(Files.getAttribute(library.extractTo(directory), "unix:ino")).isEqualTo(key);
        assertThat(directory).isDirectoryContaining(file::equals);
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
