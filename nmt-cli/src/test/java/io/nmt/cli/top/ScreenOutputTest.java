package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ScreenOutputTest {
    private static final int RUNS = 200;
    private static final String END = "<end>";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ScreenOutput output = new ScreenOutput(new PrintStream(written, true, StandardCharsets.UTF_8));
    private final List<String> modes = new ArrayList<>();

    @Test
    void nothingIsWrittenAfterTheEnd() throws IOException {
        output.begin("<begin>", () -> modes.add("raw"));
        output.write("drawn");
        output.end(END, () -> modes.add("restored"));
        output.write("too late");
        output.end("again", () -> modes.add("again"));

        assertThat(text()).isEqualTo("<begin>drawn<end>");
        assertThat(modes).containsExactly("raw", "restored");
    }

    /** The JVM may end before the screen has begun: its hook is there by then. */
    @Test
    void nothingBeginsAfterTheEnd() throws IOException {
        output.end(END, () -> modes.add("restored"));
        output.begin("<begin>", () -> modes.add("raw"));

        assertThat(text()).isEqualTo(END);
        assertThat(modes).containsExactly("restored");
    }

    @Test
    void theEndIsLastWhileAnotherThreadDraws() throws Exception {
        for (int i = 0; i < RUNS; i++) {
            ScreenOutputTest run = new ScreenOutputTest();
            CountDownLatch drawing = new CountDownLatch(1);
            Thread draws = new Thread(() -> run.draw(drawing));
            draws.start();
            drawing.await();
            run.output.end(END, () -> {});
            draws.join();

            assertThat(run.text()).endsWith(END);
        }
    }

    private void draw(CountDownLatch drawing) {
        try {
            for (int i = 0; i < RUNS; i++) {
                output.write("row");
                drawing.countDown();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
