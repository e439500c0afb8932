package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The result of a process.
 *
 * @param command that was run
 * @param exitCode of the process; 128 + n if signal n ended it
 * @param out all of its stdout
 * @param err all of its stderr
 */
public record Outcome(String command, int exitCode, String out, String err) {
    private static final String INCUBATOR = "WARNING: Using incubator modules: jdk.incubator.foreign";

    /** The JDK says it of any agent with a transformer, for a class that loads where stack or heap is exhausted. */
    private static final Pattern NOT_TRANSFORMED =
            Pattern.compile("\\*\\*\\* java\\.lang\\.instrument ASSERTION FAILED \\*\\*\\*: "
                    + "\"!errorOutstanding\" with message "
                    + "(can't create name string|can't create byte array|transform method call failed)"
                    + " at \\S*/JPLISAgent\\.c line: \\d+\\R");

    private static final Pattern WAITING = Pattern.compile("nmt: waiting up to .*\\R");

    /** Fails unless the process ended with that code. */
    public Outcome expectExit(int code) {
        assertThat(exitCode).as(this::toString).isEqualTo(code);
        return this;
    }

    /**
     * Fails unless the process ended with code 0 and wrote nothing to stderr. The JVM's own line about the incubator
     * module that the test asked for does not count.
     */
    public Outcome expectSuccess() {
        expectExit(0);
        assertThat(err.lines().filter(line -> !line.equals(INCUBATOR)))
                .as(this::toString)
                .isEmpty();
        return this;
    }

    /**
     * Returns the same without the JDK's own lines about classes that were not transformed. For a program that exhausts
     * its stack or its heap: elsewhere such a line is a failure.
     */
    public Outcome withoutLinesOfInstrument() {
        return new Outcome(command, exitCode, out, NOT_TRANSFORMED.matcher(err).replaceAll(""));
    }

    /**
     * Returns the same without the line of a command that waited while another one attached to the process. For tests
     * that run two at once: on a busy machine the first may take longer than the second waits in silence.
     */
    public Outcome withoutWaiting() {
        return new Outcome(command, exitCode, out, WAITING.matcher(err).replaceAll(""));
    }

    /** Fails unless the command failed: code 1, nothing on stdout, and one line on stderr in which these words are. */
    public Outcome expectFailure(String... words) {
        expectExit(1);
        assertThat(out).as(this::toString).isEmpty();
        assertThat(err.lines())
                .as(this::toString)
                .singleElement()
                .asString()
                .startsWith("nmt: ")
                .contains(words);
        return this;
    }

    /** Returns the lines of stdout. */
    public List<String> outLines() {
        return out.lines().toList();
    }

    @Override
    public String toString() {
        return command + "\nexit code " + exitCode + "\n--- stdout\n" + out + "--- stderr\n" + err + "---\n";
    }
}
