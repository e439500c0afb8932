package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.SmallRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Recordings of which Jazzer has changed some bytes: each is read, or refused in one line. */
class RecordingFuzzTest {
    private static final int MOST_CHANGES = 16;

    private final Path good;
    private final Path bad;
    private final byte[] bytes;

    RecordingFuzzTest() throws IOException {
        Path directory = Files.createTempDirectory("fuzz");
        good = directory.resolve("good.jfr");
        bad = directory.resolve("bad.jfr");
        SmallRecording.write(good, "com.acme.Codec.encode(Codec.java:12)");
        bytes = Files.readAllBytes(good);
    }

    @FuzzTest
    void isReadOrRefused(FuzzedDataProvider data) throws Exception {
        byte[] changed = bytes.clone();
        int command = data.consumeInt(0, 2);
        for (int i = 0; i < MOST_CHANGES && data.remainingBytes() > 0; i++) {
            int at = data.consumeInt(0, changed.length - 1);
            byte[] written = data.consumeBytes(data.consumeInt(1, Long.BYTES));
            System.arraycopy(written, 0, changed, at, Math.min(written.length, changed.length - at));
        }
        Files.write(bad, data.consumeBoolean() ? Arrays.copyOf(changed, data.consumeInt(0, changed.length)) : changed);

        Outcome outcome = switch (command) {
            case 0 -> FuzzedRun.of("report", bad.toString());
            case 1 -> FuzzedRun.of("compare", good.toString(), bad.toString());
            default -> FuzzedRun.of("flamegraph", bad.toString(), "--collapsed");
        };

        assertThat(outcome.exitCode()).as(outcome::toString).isBetween(0, 1);
        if (outcome.exitCode() == 1) {
            outcome.expectFailure("nmt: ");
        } else {
            assertThat(outcome.err()).as(outcome::toString).isEmpty();
        }
        assertThat(outcome.out()).as(outcome::toString).doesNotContain("\u001b");
    }
}
