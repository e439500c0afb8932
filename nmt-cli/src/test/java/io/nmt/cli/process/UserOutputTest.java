package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.nmt.cli.terminal.Display;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UserOutputTest {
    private static final String TEXT = "Title\nName  Bytes\n-----\na  1\n\nOther title\nx\n";

    @Test
    void keepsTheTextAsItComes() {
        UserOutput output = new UserOutput();
        // Cut anywhere.
        output.print(TEXT.substring(0, 3));
        output.print(TEXT.substring(3, 30));
        output.print(TEXT.substring(30));

        assertThat(output.text()).isEqualTo(TEXT);
    }

    @Test
    void namesCannotTalkToTheTerminal() {
        UserOutput output = new UserOutput();
        output.print("a\u001b[31mb\u009bc\rd\u00fc\n");

        assertThat(output.text()).isEqualTo("a?[31mb?c?d\u00fc\n");
    }

    /** A print stream keeps it to itself. */
    @Test
    void aFullDiskIsTold() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        assertThatIOException()
                .isThrownBy(() -> new Display().print(TEXT, new PrintStream(full, true, StandardCharsets.UTF_8)))
                .withMessageContaining("cannot write to stdout");
    }
}
