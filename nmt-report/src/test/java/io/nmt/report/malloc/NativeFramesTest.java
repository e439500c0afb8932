package io.nmt.report.malloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeFramesTest {
    @ParameterizedTest
    @CsvSource({
        "/tmp/librocksdbjni16884973123885160066.so, librocksdbjni.so",
        "/tmp/libzstd-jni-1.5.5-118923749823123.so, libzstd-jni-1.5.5.so",
        "/tmp/sqlite-3.54.1.0-1b4e28ba-2fa1-11d2-883f-0016d3cca427-libsqlitejdbc.so, sqlite-3.54.1.0-libsqlitejdbc.so",
        "/tmp/libnetty_tcnative_linux_x86_6412345678901234.so, libnetty_tcnative_linux_x86_64.so",
        "/opt/acme/libz.so.1.2.13, libz.so.1.2.13",
        "/opt/x/libacme.so (deleted), libacme.so",
    })
    void withoutWhatIsUnique(String path, String name) {
        assertThat(NativeFrames.libraryOf(path)).isEqualTo(name);
    }

    private static List<NativeFrame> frames(String... libraries) {
        List<NativeFrame> frames = new ArrayList<>();
        for (String library : libraries) {
            frames.add(new NativeFrame(library, "f"));
        }
        return frames;
    }

    @Test
    void theLibraryThatAsks() {
        assertThat(NativeFrames.askingLibrary(
                        frames("libasyncProfiler.so", "libstdc++.so.6.0.30", "librocksdbjni.so", "libjvm.so")))
                .isEqualTo("librocksdbjni.so");
        assertThat(NativeFrames.askingLibrary(frames("libasyncProfiler.so", "libjvm.so", "libjava.so")))
                .isEqualTo("libjava.so");
        assertThat(NativeFrames.askingLibrary(
                        frames("libjemalloc.so.2", "libjvm.so", "libjli.so", "libc.so.6", "libpthread-2.31.so")))
                .isEqualTo("libjvm.so");
        assertThat(NativeFrames.askingLibrary(frames("libasyncProfiler.so", "libc.so.6")))
                .isEqualTo("libc.so.6");
        assertThat(NativeFrames.askingLibrary(frames("libasyncProfiler.so"))).isEqualTo("(unknown)");
        assertThat(NativeFrames.askingLibrary(List.of())).isEqualTo("(unknown)");
        assertThat(NativeFrames.withoutAllocator(
                        frames("libasyncProfiler.so", "libstdc++.so.6", "librocksdbjni.so", "libc.so.6")))
                .isEqualTo(frames("librocksdbjni.so", "libc.so.6"));
    }
}
