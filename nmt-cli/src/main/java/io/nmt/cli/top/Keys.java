package io.nmt.cli.top;

import java.io.IOException;

/**
 * Decodes what a terminal sends for keys. An escape sequence is told from the key Esc by what follows at once; one that
 * is not known is one key, whatever it is. Not thread-safe.
 */
final class Keys {
    /** The result of {@link Input#read} if no byte comes in time. */
    static final int NOTHING = -2;

    private static final int END = -1;
    private static final int ESCAPE = 0x1B;
    private static final int CONTROL_C = 3;
    private static final int CONTROL_D = 4;
    private static final int DELETE = 0x7F;
    private static final int MOST_SEQUENCE_CHARS = 32;

    /** Milliseconds that a slow connection may need for the rest of a sequence. */
    private static final long SEQUENCE_MILLIS = 100;

    private final Input in;
    private int pending = NOTHING;

    Keys(Input in) {
        this.in = in;
    }

    /** A source of bytes; those of characters beyond ASCII are no key. */
    interface Input {
        /**
         * Reads a byte.
         *
         * @param millis how long to wait for it; 0 for ever
         * @return -1 at the end, {@link #NOTHING} if none came
         */
        int read(long millis) throws IOException;
    }

    /** Waits for the next key. */
    Key next() throws IOException {
        int c = pending == NOTHING ? in.read(0) : pending;
        pending = NOTHING;
        return switch (c) {
            case END -> Key.of(Key.Kind.END_OF_INPUT);
            case NOTHING -> Key.of(Key.Kind.OTHER);
            case CONTROL_C, CONTROL_D -> Key.of(Key.Kind.INTERRUPT);
            case '\t' -> Key.of(Key.Kind.TAB);
            case '\r', '\n' -> Key.of(Key.Kind.ENTER);
            case '\b', DELETE -> Key.of(Key.Kind.BACKSPACE);
            case ESCAPE -> afterEscape();
            default -> c < ' ' || c > DELETE ? Key.of(Key.Kind.OTHER) : Key.of(c);
        };
    }

    private Key afterEscape() throws IOException {
        int c = in.read(SEQUENCE_MILLIS);
        if (c == '[') {
            return sequence();
        } else if (c == 'O') {
            int last = in.read(SEQUENCE_MILLIS);
            return last < 0 ? Key.of(Key.Kind.OTHER) : named((char) last, "");
        }
        pending = c == NOTHING ? NOTHING : c;
        return Key.of(Key.Kind.ESCAPE);
    }

    /** Control Sequence Introducer, parameters, a last character from @ to ~ (ECMA-48). */
    private Key sequence() throws IOException {
        StringBuilder parameters = new StringBuilder();
        while (parameters.length() < MOST_SEQUENCE_CHARS) {
            int c = in.read(SEQUENCE_MILLIS);
            if (c < 0) {
                pending = c;
                break;
            } else if (c >= '@' && c <= '~' && !(c == '[' && parameters.length() == 0)) {
                // A second bracket: a function key of the Linux console.
                boolean isFunction = parameters.length() > 0 && parameters.charAt(0) == '[';
                return isFunction ? Key.of(Key.Kind.OTHER) : named((char) c, parameters.toString());
            }
            parameters.append((char) c);
        }
        return Key.of(Key.Kind.OTHER);
    }

    private static Key named(char last, String parameters) {
        return Key.of(
                switch (last) {
                    case 'A' -> Key.Kind.UP;
                    case 'B' -> Key.Kind.DOWN;
                    case 'C' -> Key.Kind.RIGHT;
                    case 'D' -> Key.Kind.LEFT;
                    case 'H' -> Key.Kind.HOME;
                    case 'F' -> Key.Kind.END;
                    case 'Z' -> Key.Kind.BACK_TAB;
                    case 'M' -> parameters.isEmpty() ? Key.Kind.ENTER : Key.Kind.OTHER;
                    case '~' ->
                        switch (parameters) {
                            case "1", "7" -> Key.Kind.HOME;
                            case "4", "8" -> Key.Kind.END;
                            case "5" -> Key.Kind.PAGE_UP;
                            case "6" -> Key.Kind.PAGE_DOWN;
                            default -> Key.Kind.OTHER;
                        };
                    default -> Key.Kind.OTHER;
                });
    }
}
