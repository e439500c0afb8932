package io.nmt.agent.top;

import java.io.IOException;
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
 * <p>JLine sets its modes, by {@code stty}, tells its size and when that changes, and reads from it with a bound. It is
 * asked for no capabilities: what is drawn needs those of ECMA-48 alone, which every terminal that is not dumb has.
 */
final class ScreenTerminal implements AutoCloseable {
    // The other screen, no cursor, lines are not wrapped.
    private static final String BEGIN = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J";
    private static final String END = "\u001b[0m\u001b[2J\u001b[H\u001b[?7h\u001b[?25h\u001b[?1049l";

    private static final long ONE_READ_MILLIS = 100;

    private final Terminal terminal;
    private final PrintStream out;
    private final Attributes before;
    private final Thread atExit = new Thread(this::restore, "nmt-top-restore");
    private boolean restored; // guarded by this

    private ScreenTerminal(Terminal terminal, PrintStream out) {
        this.terminal = terminal;
        this.out = out;
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
        terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false); // Ctrl-C is a key
        terminal.setAttributes(raw);
        screen.write(BEGIN);
        return screen;
    }

    /** Calls that, on another thread, whenever the size has changed. */
    void onResize(Runnable action) {
        terminal.handle(Terminal.Signal.WINCH, signal -> action.run());
    }

    /** Calls that, on another thread, at SIGINT, which JLine would have end the JVM without its shutdown hooks. */
    void onInterrupt(Runnable action) {
        terminal.handle(Terminal.Signal.INT, signal -> action.run());
    }

    /** Its size, by asking for it. */
    Size size() {
        return terminal.getSize();
    }

    /** What is typed. */
    Keys.Input input() {
        return millis -> {
            // Never for ever: JLine holds a lock meanwhile, for which its close waits.
            int read;
            do {
                read = terminal.reader().read(millis == 0 ? ONE_READ_MILLIS : millis);
            } while (millis == 0 && read == Keys.NOTHING);
            return read;
        };
    }

    /** Writes, and flushes. */
    void write(String text) throws IOException {
        out.print(text);
        out.flush();
        if (out.checkError()) {
            throw new IOException("cannot write to the terminal");
        }
    }

    private synchronized void restore() {
        if (!restored) {
            restored = true;
            out.print(END);
            out.flush();
            try {
                terminal.setAttributes(before);
            } catch (IllegalStateException e) {
                return; // closed at the JVM's end, by JLine's own hook, which has done that
            }
        }
    }

    @Override
    public void close() throws IOException {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the JVM ends: it has run, and JLine's does the rest
        }
        terminal.close();
    }
}
