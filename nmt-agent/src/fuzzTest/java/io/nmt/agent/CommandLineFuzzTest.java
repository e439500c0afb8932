package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.nmt.testkit.Outcome;

/** Command lines: what is wrong with them is said in a line or two, with nothing in it that a terminal would obey. */
class CommandLineFuzzTest {
    private static final int MOST_WORDS = 6;
    private static final int LONGEST_WORD = 40;

    private static final String[] COMMANDS = {
        "report", "compare", "flamegraph", "attach", "summary", "sites", "leaks", "rss", "dump", "diff", "unreachable"
    };

    private static final int MOST_JVMS = 5; // that advice tells of

    /** None of the words names a process or a file that is there. */
    @FuzzTest
    void isRefusedInALineOrTwo(FuzzedDataProvider data) throws Exception {
        String[] line = new String[1 + data.consumeInt(1, MOST_WORDS)];
        line[0] = data.pickValue(COMMANDS);
        for (int i = 1; i < line.length; i++) {
            String word = data.consumeString(LONGEST_WORD);
            line[i] = data.consumeBoolean() ? "--" + word : "/nowhere/" + word;
        }

        Outcome outcome = FuzzedRun.of(line);

        assertThat(outcome.exitCode()).as(outcome::toString).isBetween(1, 2);
        assertThat(outcome.out()).as(outcome::toString).isEmpty();
        assertThat(outcome.err()).as(outcome::toString).startsWith("nmt: ").doesNotContain("\tat ", "\u001b", "\u202e");
        // Advice is a line to type, or one for each of the JVMs that are here.
        assertThat(outcome.err().lines().filter(each -> !each.startsWith("Type: ")))
                .as(outcome::toString)
                .hasSizeLessThanOrEqualTo(outcome.exitCode() == 1 ? 1 : 2);
        assertThat(outcome.err().lines()).as(outcome::toString).hasSizeLessThanOrEqualTo(2 + MOST_JVMS);
    }
}
