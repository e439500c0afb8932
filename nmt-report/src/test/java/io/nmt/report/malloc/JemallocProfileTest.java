package io.nmt.report.malloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JemallocProfileTest {
    private static final String MAPPED = """

            MAPPED_LIBRARIES:
            00001000-00002000 r-xp 00000000 08:02 1      /opt/with space/libacme123456789012.so
            7f00000000-7f00001000 rw-p 00000000 00:00 0
            """;

    private static JemallocHeap heap(int blocks, int bytes) throws IOException {
        return read("heap_v2/65536\n  t*: 9: 99 [0: 0]\n  t0: 9: 99 [0: 0]\n@ 0x1010 0x7f00000010 0x1020\n  t*: "
                + blocks + ": " + bytes + " [0: 0]\n  t1: 1: 1 [0: 0]\n" + MAPPED);
    }

    private static JemallocHeap read(String text) throws IOException {
        return JemallocHeap.read(new BufferedReader(new StringReader(text)));
    }

    @Test
    void liveAndGrown() throws IOException {
        Instant begin = Instant.EPOCH;
        MallocProfile profile = JemallocProfile.of(
                heap(10, 655_360), begin, heap(40, 2_621_440), begin.plusSeconds(60), path -> Path.of("/nothing"));

        assertThat(profile.live()).isTrue();
        assertThat(profile.stacks()).hasSize(1);
        MallocSum library = profile.libraries().get(0);
        assertThat(library.name()).isEqualTo("libacme.so");
        // 1 - 1/e of the blocks that are as large as the interval are sampled.
        double scale = 1 / (1 - Math.exp(-1));
        assertThat(library.bytes()).isEqualTo(Math.round(2_621_440 * scale));
        assertThat(library.blocks()).isEqualTo(Math.round(40 * scale));
        assertThat(library.grownBytes()).isEqualTo(Math.round(1_966_080 * scale));
        assertThat((double) library.standardErrorBytes())
                .isCloseTo(65_536 * scale * Math.sqrt(40 * Math.exp(-1)), within(1.0));
        // At the most: as if no block were in both.
        assertThat((double) library.grownErrorBytes()).isCloseTo(65_536 * scale * Math.sqrt(50), within(1.0));
        assertThat(ProfileFindings.of(profile, MallocContext.NONE).get(0))
                .startsWith("GROWING libacme.so: 3.95 MB live, +2.97 MB/min, +2.97 MB in 60 s");
    }

    @Test
    void framesEndWhereNoFileIsMapped() throws IOException {
        MallocProfile profile = JemallocProfile.of(
                heap(1, 100), Instant.EPOCH, heap(1, 100), Instant.EPOCH, path -> Path.of("/nothing"));

        assertThat(profile.stacks().get(0).nativeFrames()).containsExactly(new NativeFrame("libacme.so", ""));
        assertThat(profile.stacks().get(0).site().frames()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "heap_v1/1", "heap_v2/x", "heap_v2/1\n@ x", "heap_v2/1\n@ 0x1\n t*: x: 1 [0: 0]"})
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "com_acme_Codec_encode, com.acme.Codec.encode",
        "com_acme_My_1Codec_encode__I, com.acme.My_Codec.encode",
        "Codec_encode_1all__J, Codec.encode_all",
    })
    void nativeMethods(String function, String method) {
        assertThat(JemallocProfile.javaName(function)).isEqualTo(method);
    }
}
