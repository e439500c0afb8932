package io.nmt.cli.top;

import io.nmt.core.threads.DetachedThread;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.exec.ExecTerminalProvider;

/**
 * The terminal of this process, of which the screen is another one than that of the shell until it is closed, also by
 * the JVM's end.
 *
 * <p>JLine sets its modes, by {@code stty}, and tells its size and when that changes. It is asked for no capabilities:
 * what is drawn needs those of ECMA-48 alone, which every terminal that is not dumb has. Nor does it read: its reader
 * sets the modes anew for itself, on a thread of its own, also after they were restored, and the shell then ends.
 */
final class ScreenTerminal implements ScreenDisplay {
    // The other screen, no cursor, lines are not wrapped.
    private static final String BEGIN = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J";
    private static final String END = "\u001b[0m\u001b[2J\u001b[H\u001b[?7h\u001b[?25h\u001b[?1049l";

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SOON_NANOS = 10 * NANOS_PER_MILLI;
    private static final int MOST_TOO_SOON = 20;
    private static final String FILE = "/dev/tty";

    private final Terminal terminal;
    private final ScreenOutput out;
    private final InputStream in;
    private final Attributes before;
    private final Thread atExit = DetachedThread.of("nmt-top-restore", this::restore);
    private volatile boolean closing;

    private ScreenTerminal(Terminal terminal, PrintStream out) throws IOException {
        this.terminal = terminal;
        this.in = new FileInputStream(FILE);
        this.out = new ScreenOutput(out);
        this.before = terminal.getAttributes();
    }

    /**
     * Opens the terminal.
     *
     * @param out which is that terminal
     * @throws IOException if there is none, or no {@code stty}
     */
    static ScreenTerminal open(PrintStream out) throws IOException {
        Charset charset = StandardCharsets.UTF_8;
        // Not by JLine's builder, which looks its providers up by names that this jar has not.
        Terminal terminal = new ExecTerminalProvider()
                .sysTerminal(
                        "nmt",
                        Terminal.TYPE_DUMB,
                        false,
                        charset,
                        charset,
                        charset,
                        true,
                        Terminal.SignalHandler.SIG_DFL,
                        false);
        ScreenTerminal screen = new ScreenTerminal(terminal, out);
        Runtime.getRuntime().addShutdownHook(screen.atExit);
        screen.out.begin(BEGIN, screen::setModes);
        return screen;
    }

    private void setModes() {
        terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false); // Ctrl-C is a key
        raw.setControlChar(Attributes.ControlChar.VMIN, 0);
        raw.setControlChar(Attributes.ControlChar.VTIME, 1); // a read takes a tenth of a second at the most
        terminal.setAttributes(raw);
    }

    /** Calls that, on another thread, whenever the size has changed. */
    @Override
    public void onResize(Runnable action) {
        terminal.handle(Terminal.Signal.WINCH, signal -> action.run());
    }

    /** Calls that, on another thread, at SIGINT, which JLine would have end the JVM without its shutdown hooks. */
    @Override
    public void onInterrupt(Runnable action) {
        terminal.handle(Terminal.Signal.INT, signal -> action.run());
    }

    /** Its size, by asking for it. */
    @Override
    public Size size() {
        return terminal.getSize();
    }

    /**
     * Reads a byte of what is typed.
     *
     * @param millis how long to wait for it, in tenths of a second, rounded up; 0 until there is one
     * @return -1 at the end, or when it is closed; {@link Keys#NOTHING} if none came
     */
    @Override
    public int read(long millis) throws IOException {
        long start = System.nanoTime();
        int tooSoon = 0;
        while (!closing) {
            long begin = System.nanoTime();
            int read = in.read(); // a tenth of a second at the most
            if (read >= 0) {
                return read;
            }
            long now = System.nanoTime();
            if (millis > 0 && now - start >= millis * NANOS_PER_MILLI) {
                return Keys.NOTHING;
            }
            // A terminal that is gone has nothing at once.
            tooSoon = now - begin < SOON_NANOS ? tooSoon + 1 : 0;
            if (tooSoon > MOST_TOO_SOON) {
                return -1;
            }
        }
        return -1;
    }

    /** Has the thread that reads stop: within a tenth of a second. */
    @Override
    public void stopReading() {
        closing = true;
    }

    /** Writes, and flushes. Does nothing once the terminal is as it was before. */
    @Override
    public void write(String text) throws IOException {
        out.write(text);
    }

    private void restore() {
        out.end(END, this::restoreModes);
    }

    private void restoreModes() {
        try {
            terminal.setAttributes(before);
        } catch (IllegalStateException e) {
            return; // closed at the JVM's end, by JLine's own hook, which has done that
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the JVM ends: it has run, and JLine's does the rest
        }
        terminal.close();
    }
}
