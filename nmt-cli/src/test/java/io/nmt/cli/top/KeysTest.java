package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.top.Key.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes that terminals send for keys. A pause is written as a dot. */
class KeysTest {
    private static List<Key> decode(String typed) throws IOException {
        int[] next = {0};
        Keys keys = new Keys(millis -> {
            if (next[0] == typed.length()) {
                return -1;
            }
            char c = typed.charAt(next[0]);
            if (c == '.') {
                next[0]++;
                return millis == 0 ? typed.charAt(next[0]++) : Keys.NOTHING;
            }
            next[0]++;
            return c;
        });
        List<Key> decoded = new ArrayList<>();
        Key key = keys.next();
        while (key.kind() != Kind.END_OF_INPUT) {
            decoded.add(key);
            key = keys.next();
        }
        return decoded;
    }

    @ParameterizedTest
    @CsvSource({
        "[A, UP", "OA, UP", "[B, DOWN", "[C, RIGHT", "[D, LEFT", "[5~, PAGE_UP", "[6~, PAGE_DOWN", "[H, HOME",
        "[F, END", "OH, HOME", "OF, END", "[1~, HOME", "[4~, END", "[7~, HOME", "[8~, END", "[Z, BACK_TAB",
        "[1;5A, UP", "[15~, OTHER", "[[A, OTHER", "[200~, OTHER", "OP, OTHER"
    })
    void aSequenceIsOneKey(String sequence, Kind kind) throws IOException {
        List<Key> expected = new ArrayList<>(List.of(Key.of(kind), Key.of('q')));
        if (sequence.equals("[[A")) {
            expected.set(0, Key.of(Kind.OTHER)); // F1 of the Linux console
        }
        assertThat(decode("\u001b" + sequence + "q")).isEqualTo(expected);
    }

    @Test
    void escapeIsAKeyIfNothingFollowsAtOnce() throws IOException {
        assertThat(decode("\u001b.q")).containsExactly(Key.of(Kind.ESCAPE), Key.of('q'));
        assertThat(decode("\u001b\u001b[A")).containsExactly(Key.of(Kind.ESCAPE), Key.of(Kind.UP));
        assertThat(decode("\u001b")).containsExactly(Key.of(Kind.ESCAPE));
    }

    @Test
    void charactersAndControls() throws IOException {
        assertThat(decode("aä\t\r\n\b\u007f\u0003\u0001"))
                .containsExactly(
                        Key.of('a'),
                        Key.of(Kind.OTHER),
                        Key.of(Kind.TAB),
                        Key.of(Kind.ENTER),
                        Key.of(Kind.ENTER),
                        Key.of(Kind.BACKSPACE),
                        Key.of(Kind.BACKSPACE),
                        Key.of(Kind.INTERRUPT),
                        Key.of(Kind.OTHER));
    }

    @Test
    void whatIsNoSequenceEnds() throws IOException {
        assertThat(decode("\u001b[" + "1".repeat(100) + "q"))
                .hasSizeGreaterThan(1)
                .endsWith(Key.of('q'));
        assertThat(decode("\u001b[1.q")).containsExactly(Key.of(Kind.OTHER), Key.of('q'));
    }
}
