package io.nmt.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An output of this process: whether a person looks at it. */
enum Terminal {
    /** The answers. */
    STDOUT(1),
    /** What is said beside them. */
    STDERR(2);

    private final int fileDescriptor;

    Terminal(int fileDescriptor) {
        this.fileDescriptor = fileDescriptor;
    }

    /**
     * Whether it is a terminal. {@code System.console()} does not tell of one output, and on some JDKs loads a line
     * editor to find out.
     */
    boolean isTerminal() {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + fileDescriptor))
                    .toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException e) {
            return false; // no /proc: then not
        }
    }

    /** Whether it is one with colors, and the user has not said that there are to be none (no-color.org). */
    boolean isColored() {
        String noColor = System.getenv("NO_COLOR");
        return (noColor == null || noColor.isEmpty()) && !"dumb".equals(System.getenv("TERM")) && isTerminal();
    }

    /** What to print to have an empty screen for what follows; where it is no terminal, an empty line parts the two. */
    String clearing() {
        return isTerminal() ? "\u001b[H\u001b[2J\u001b[3J" : System.lineSeparator();
    }
}
