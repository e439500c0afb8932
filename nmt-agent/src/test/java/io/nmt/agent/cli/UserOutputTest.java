package io.nmt.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UserOutputTest {
    private static final String TEXT = "Title\nName  Bytes\n-----\na  1\n\nOther title\nx\n";

    @Test
    void titlesAreBold() {
        assertThat(printed(true))
                .isEqualTo("\u001b[1mTitle\u001b[0m\nName  Bytes\n-----\na  1\n\n\u001b[1mOther title\u001b[0m\nx\n");
    }

    @Test
    void withoutColor() {
        assertThat(printed(false)).isEqualTo(TEXT);
    }

    @Test
    void namesCannotTalkToTheTerminal() {
        assertThat(UserOutput.printable("a\u001b[31mb\u009bc\rd\u00fc\n")).isEqualTo("a?[31mb?c?d\u00fc\n");
        assertThat(UserOutput.printable("")).isEmpty();
    }

    private static String printed(boolean color) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        UserOutput output = new UserOutput(color);
        // As it comes: cut anywhere.
        output.print(TEXT.substring(0, 3));
        output.print(TEXT.substring(3, 30));
        output.print(TEXT.substring(30));
        output.printTo(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
