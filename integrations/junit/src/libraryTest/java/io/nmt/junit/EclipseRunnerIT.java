package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The messages to Eclipse on a leak: by its own test runner, over a socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EclipseRunnerIT {
    private static final String CASES = "io.nmt.junit.cases.";
    private static final int PATIENCE_MILLIS = 60_000;

    private String messages;
    private String console;

    @BeforeAll
    void runCases(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("console.txt");
        try (ServerSocket editor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            editor.setSoTimeout(PATIENCE_MILLIS);
            Process process = runner(editor.getLocalPort(), output);
            try (Socket socket = editor.accept()) {
                messages = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } finally {
                process.waitFor();
                console = Files.readString(output);
            }
        }
    }

    private static Process runner(int port, Path output) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + System.getProperty("nmt.agent.jar") + "=sample=1,peak=exact",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.eclipse.jdt.internal.junit.runner.RemoteTestRunner",
                        "-version",
                        "3",
                        "-port",
                        Integer.toString(port),
                        "-testLoaderClass",
                        "org.eclipse.jdt.internal.junit5.runner.JUnit5TestLoader",
                        "-loaderpluginname",
                        "org.eclipse.jdt.junit5.runtime",
                        "-classNames",
                        CASES + "LeakCases",
                        CASES + "ThreadCases"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    @Test
    void theTraceHasTheMessageAndALinkToTheLineThatAllocates() {
        assertThat(trace("keepsBuffers"))
                .startsWith("org.opentest4j.AssertionFailedError: Leaked 3 blocks (12,288 bytes) of Direct Buffer: ")
                .contains("\n\tat io.nmt.junit.cases.LeakCases.keepsBuffers(LeakCases.java:");
    }

    @Test
    void severalFailuresHaveThatLinkToo() {
        assertThat(trace("isOutOfBothRanges"))
                .startsWith("org.opentest4j.MultipleFailuresError: Native memory (2 failures)\n")
                .contains("\n\tat io.nmt.junit.cases.LeakCases.isOutOfBothRanges(LeakCases.java:");
    }

    /** Editors compare the two values of an assertion, and take them from a message if it says "expected: ". */
    @Test
    void nothingIsComparedInAnEditor() {
        assertThat(messages).doesNotContain("%EXPECTS", "%ACTUALS").doesNotContainIgnoringCase("expected: ");
    }

    /** Eclipse runs each class by itself. */
    @Test
    void eachReportHasTheTestsOfItsRun() {
        assertThat(console)
                .contains(
                        "Native memory: 7 of 16 measured tests leak:\n", "Native memory: 2 of 3 measured tests leak:\n")
                .containsOnlyOnce("LeakCases.keepsBuffers()");
    }

    private String trace(String test) {
        Matcher found = Pattern.compile("(?s)%FAILED +\\d+," + test + "\\([\\w.]+\\)\\R%TRACES +\\R(.*?)\\R%TRACEE")
                .matcher(messages);
        assertThat(found.find()).as(test + " in " + messages).isTrue();
        return found.group(1);
    }
}
