package io.nmt.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FittedErrTest {
    private static final int COLUMNS = 40;

    @Test
    void linesAreWrappedBetweenWords() {
        String line = "nmt: '500ms' is not allowed; allowed: a time such as 30s, 2m, 6h or 1d, in whole seconds";
        assertThat(FittedErr.fitted(line, COLUMNS).lines())
                .containsExactly(
                        "nmt: '500ms' is not allowed; allowed: a",
                        "time such as 30s, 2m, 6h or 1d, in whole",
                        "seconds");
        assertThat(FittedErr.fitted(line, COLUMNS).replace('\n', ' ')).isEqualTo(line);
        assertThat(FittedErr.fitted(line, line.length())).isEqualTo(line);
    }

    @Test
    void withoutATerminalALineIsAsItIs() {
        String line = "nmt: " + "word  ".repeat(100);
        assertThat(FittedErr.fitted(line, 0)).isEqualTo(line);
    }

    @Test
    void aCommandLineHasALineOfItsOwn() {
        String command = "java -jar /opt/nmt/nmt-agent.jar report 4711 -o report.html";
        assertThat(FittedErr.fitted("Type: " + command, COLUMNS)).isEqualTo("Type:\n" + command);
        assertThat(FittedErr.fitted("Type: nmt report 4711", COLUMNS)).isEqualTo("Type: nmt report 4711");
        assertThat(FittedErr.fitted("nmt: the process's owner can ask '" + command + "' of it", COLUMNS))
                .isEqualTo("nmt: the process's owner can ask\n'" + command + "'\nof it");
    }

    @Test
    void aLineAboveAProgressBarStillErasesIt() {
        String line = "nmt: tracking process 4711 from now on; it";
        assertThat(FittedErr.fitted(ProgressBar.ERASE_LINE + line, COLUMNS))
                .isEqualTo(ProgressBar.ERASE_LINE + "nmt: tracking process 4711 from now on;\nit");
        assertThat(FittedErr.fitted(ProgressBar.ERASE_LINE + line, line.length()))
                .isEqualTo(ProgressBar.ERASE_LINE + line);
    }
}
