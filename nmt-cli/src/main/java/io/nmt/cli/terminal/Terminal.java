package io.nmt.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An output of this process: whether a person looks at it. */
public enum Terminal {
    /** The answers. */
    STDOUT(1),
    /** Messages beside the output. */
    STDERR(2);

    private final int fileDescriptor;

    Terminal(int fileDescriptor) {
        this.fileDescriptor = fileDescriptor;
    }

    /**
     * True if it is a terminal. {@code System.console()} does not tell of one output, and on some JDKs loads a line
     * editor to find out.
     */
    public boolean isTerminal() {
        return isTerminal(fileDescriptor);
    }

    private static boolean isTerminal(int fileDescriptor) {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + fileDescriptor))
                    .toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException e) {
            return false; // no /proc: then not
        }
    }

    /** True if it is one with colors, and the user has not turned them off (no-color.org). */
    public boolean isColored() {
        String noColor = System.getenv("NO_COLOR");
        return (noColor == null || noColor.isEmpty()) && !"dumb".equals(System.getenv("TERM")) && isTerminal();
    }

    /** True if a screen can be drawn on the output, and keys be read. */
    public static boolean isForScreens() {
        String type = System.getenv("TERM");
        return STDOUT.isTerminal() && isTerminal(0) && type != null && !type.isEmpty() && !type.equals("dumb");
    }

    /** The text that empties the screen; where it is no terminal, an empty line. */
    public String clearing() {
        return isTerminal() && !"dumb".equals(System.getenv("TERM")) ? "\u001b[H\u001b[2J" : System.lineSeparator();
    }

    /** Its rows and columns, as {@code stty} tells them; {@link Size#UNKNOWN} if it is no terminal. */
    public Size size() {
        if (!isTerminal()) {
            return Size.UNKNOWN;
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            return new Size(Integer.parseInt(answer[0]), Integer.parseInt(answer[answer.length - 1]));
        } catch (IOException | NumberFormatException e) {
            return Size.USUAL; // no stty, or no controlling terminal
        }
    }

    /**
     * The size of a terminal.
     *
     * @param rows from 1; 0 if there is no terminal
     * @param columns the same
     */
    public record Size(int rows, int columns) {
        static final Size UNKNOWN = new Size(0, 0);
        static final Size USUAL = new Size(24, 80);
    }
}
