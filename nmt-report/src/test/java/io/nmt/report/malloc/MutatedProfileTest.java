package io.nmt.report.malloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Heap profiles of jemalloc with bytes changed, lines lost, doubled or cut: each is read, or refused by one line. */
class MutatedProfileTest {
    private static final int MUTATIONS = 5000;
    private static final String CHANGES = "0123456789abcdefx@:[]*/- \n\0\uFFFF";
    private static final String PROFILE = """
            heap_v2/524288
              t*: 3: 4096 [5: 8192]
              t0: 3: 4096 [5: 8192]
            @ 0x7f0000001010 0x7f0000001020 0x55d000001000
              t*: 2: 2048 [0: 0]
              t0: 2: 2048 [0: 0]
            @ 0x7f0000001110
              t*: 1: 2048 [0: 0]
              t0: 1: 2048 [0: 0]

            MAPPED_LIBRARIES:
            55d000000000-55d000002000 r-xp 00000000 08:02 1      /usr/bin/java
            7f0000000000-7f0000002000 r-xp 00000000 08:02 2      /opt/libacme.so
            7f0000002000-7f0000003000 rw-p 00000000 00:00 0
            """;

    private final Random random = new Random(29);

    @Test
    void isReadOrRefused() {
        int read = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String mutated = PROFILE;
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutated = mutated(mutated);
            }
            read += reads(mutated) ? 1 : 0;
        }
        assertThat(read).isBetween(1, MUTATIONS - 1);
    }

    private static boolean reads(String text) {
        try {
            JemallocHeap heap = JemallocHeap.read(new BufferedReader(new StringReader(text)));
            MallocProfile profile = JemallocProfile.of(
                    heap, Instant.EPOCH, heap, Instant.EPOCH.plusSeconds(10), path -> Path.of("/nothing"));
            assertThat(ProfileFindings.of(profile, MallocContext.NONE)).as(text).isNotNull();
            return true;
        } catch (IOException e) {
            assertThat(e.getMessage()).as(text).isNotBlank().doesNotContain("\n", "\0");
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(text, e);
        }
    }

    private String mutated(String text) {
        int at = random.nextInt(text.length());
        return switch (random.nextInt(5)) {
            case 0 -> text.substring(0, at) + any() + text.substring(at + 1);
            case 1 -> text.substring(0, at) + any() + text.substring(at);
            case 2 -> text.substring(0, at) + "9".repeat(1 + random.nextInt(30)) + text.substring(at);
            case 3 -> text.substring(0, at) + text.substring(text.indexOf('\n', at) + 1);
            default ->
                text.length() < 20_000 ? text.substring(0, at) + text.substring(at / 2) : text.substring(0, at + 1);
        };
    }

    private char any() {
        return CHANGES.charAt(random.nextInt(CHANGES.length()));
    }
}
