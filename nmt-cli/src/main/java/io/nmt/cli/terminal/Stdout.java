package io.nmt.cli.terminal;

import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output, as far as commands print text: made safe, and told if it does not arrive. */
public final class Stdout {
    private static final boolean CAN_ENCODE = charset().newEncoder().canEncode("±…█│");

    private Stdout() {}

    /** The charset of System.out, which tells it from JDK 18 on. */
    private static Charset charset() {
        try {
            String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
            return name == null ? Charset.defaultCharset() : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return StandardCharsets.US_ASCII;
        }
    }

    /**
     * Prints a text for other programs, in UTF-8 whatever the locale.
     *
     * @param text whose line feeds are its own
     * @throws IOException if it cannot be written, with a message for people
     */
    public static void print(String text) throws IOException {
        byte[] bytes = SafeText.lines(text).getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        flush(System.out);
    }

    /**
     * A text as the output can encode it: without a locale, as in most containers, that is ASCII, and would show a
     * question mark for what is none.
     *
     * @param text any
     * @return the text, with other signs for those that reports are made of
     */
    public static String encodable(String text) {
        return CAN_ENCODE ? text : ascii(text);
    }

    /** As wide, so that tables stay aligned: their headers have room before them. */
    static String ascii(String text) {
        return text.replace("± is", "+- is")
                .replace(" ±", "+-")
                .replace("±", "+-")
                .replace("…", "~")
                .replace('▁', '.')
                .replace('▂', '.')
                .replace('▃', ':')
                .replace('▄', ':')
                .replace('▅', '+')
                .replace('▆', '+')
                .replace('▇', '#')
                .replace('█', '#')
                .replace('▒', '=')
                .replace('▼', 'v')
                .replace('▲', '^')
                .replace('│', '|')
                .replace('└', '+')
                .replace('─', '-');
    }

    /**
     * Says what was written; of a device such as {@code /dev/stdout} nothing, which may be where that is. The command
     * has done its work, whether this can be said or not.
     *
     * @param file the file
     */
    public static void printWritten(Path file) {
        try {
            if (Files.isRegularFile(file)) {
                String size = Amounts.format(Files.size(file));
                System.out.print("Wrote " + SafeText.name(file.toString()) + " (" + size + ").\n");
                System.out.flush();
            }
        } catch (IOException e) {
            // It was there.
        }
    }

    /** Flushes. A print stream keeps to itself that it failed. */
    public static void flush(PrintStream out) throws IOException {
        out.flush();
        if (out.checkError()) {
            throw new IOException("cannot write to stdout: it is closed, or its disk is full");
        }
    }
}
