package io.nmt.cli.top;

import io.nmt.channel.CommandException;
import io.nmt.core.threads.DetachedThread;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jline.terminal.Size;

/**
 * The loop of the screen. One thread reads keys, one reads the process, and this one takes what they bring from a
 * queue, changes view and model, and draws the lines that have changed.
 */
public final class LiveTop {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final long LATE_MILLIS = 2000;
    private static final long READ_MILLIS = 300; // more than a read takes

    private final Model model;
    private final View view;
    private final UnaryOperator<String> encodable;
    private final boolean colors;
    private final ScreenTicker ticker;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<String> drawn = new ArrayList<>();
    private Size size;
    private CommandException failure;
    private long pauseMillis;
    private long pausedMillis; // when it was paused last

    /** Something that has happened. */
    private interface Event {
        void happen() throws IOException;
    }

    LiveTop(long pid, Listing first, UnaryOperator<String> encodable, boolean colors, ScreenTicker ticker) {
        this.model = new Model(pid);
        this.view = new View(first);
        this.encodable = encodable;
        this.colors = colors;
        this.ticker = ticker;
    }

    /**
     * Shows the screen until the user quits.
     *
     * @param pid of the process
     * @param source of readings
     * @param first the first of them, with what was before
     * @param listing that is shown first
     * @param pacing how often
     * @param out the terminal
     * @param encodable makes a text one that the terminal can show, as wide
     * @param colors whether there are colors
     * @return the exit code
     * @throws CommandException if the process does not answer any more, after the terminal is as it was before
     * @throws NoScreenException if the terminal cannot be used; nothing was written then
     * @throws IOException if it cannot be written to any more
     */
    public static int run(
            long pid,
            ProcessSource source,
            Reading first,
            Listing listing,
            ReadingInterval pacing,
            PrintStream out,
            UnaryOperator<String> encodable,
            boolean colors)
            throws CommandException, IOException {
        new LiveTop(pid, listing, encodable, colors, ScreenTicker.OF_JVM).show(source, first, pacing, open(out));
        return 0;
    }

    /** Shows the screen until the user quits, and closes it. */
    void show(ProcessSource source, Reading first, ReadingInterval pacing, ScreenDisplay display)
            throws CommandException, IOException {
        pauseMillis = pacing.intervalMillis();
        model.add(view.query(), first, now());
        try (display) {
            loop(source, pacing, display);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static ScreenDisplay open(PrintStream out) throws NoScreenException {
        try {
            return ScreenTerminal.open(out);
        } catch (IOException e) {
            throw new NoScreenException(e);
        }
    }

    /** The terminal's modes can be neither read nor set. */
    public static final class NoScreenException extends IOException {
        private static final long serialVersionUID = 1;

        NoScreenException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private long now() {
        return ticker.millis();
    }

    private void loop(ProcessSource source, ReadingInterval pacing, ScreenDisplay display) throws IOException {
        size = display.size();
        display.onResize(() -> events.add(() -> resize(display)));
        display.onInterrupt(() -> events.add(() -> press(Key.of(Key.Kind.INTERRUPT))));
        Reader reader = new Reader(
                source,
                pacing,
                view.query(),
                new Reader.Listener() {
                    @Override
                    public void read(Query query, Reading reading, long pause) {
                        events.add(() -> {
                            pauseMillis = pause;
                            model.add(query, reading, now());
                        });
                    }

                    @Override
                    public void failed(CommandException e) {
                        events.add(() -> failure = e);
                    }
                },
                ticker);
        reader.start();
        Thread keys = DetachedThread.of("nmt-top-keys", () -> readKeys(display));
        keys.start();
        try {
            while (!view.isEnded() && failure == null) {
                draw(display);
                Event event = events.poll(MILLIS_PER_SECOND, TimeUnit.MILLISECONDS);
                for (; event != null; event = events.poll()) {
                    event.happen();
                    reader.want(view.query(), view.isPaused());
                }
            }
        } catch (InterruptedException e) {
            return; // as if the user had quit
        } finally {
            reader.interrupt();
            display.stopReading();
            join(keys);
        }
    }

    private static void join(Thread keys) {
        try {
            keys.join(READ_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readKeys(ScreenDisplay display) {
        Keys keys = new Keys(display::read);
        try {
            Key key;
            do {
                key = keys.next();
                Key pressed = key;
                events.add(() -> press(pressed));
            } while (key.kind() != Key.Kind.END_OF_INPUT);
        } catch (IOException e) {
            // The terminal is gone, or the screen is closed.
            events.add(() -> press(Key.of(Key.Kind.END_OF_INPUT)));
        }
    }

    private void press(Key key) {
        view.press(key, model, Screen.shown(model, size.getRows()));
    }

    private void resize(ScreenDisplay display) {
        size = display.size();
        drawn.clear();
    }

    private void draw(ScreenDisplay display) throws IOException {
        pausedMillis = view.isPaused() ? now() : pausedMillis;
        List<ScreenLine> lines = Screen.draw(model, view, state(), size.getColumns(), size.getRows());
        StringBuilder text = new StringBuilder(drawn.isEmpty() ? "\u001b[2J" : "");
        for (int i = 0; i < lines.size(); i++) {
            ScreenLine line = lines.get(i);
            String shown = line.style().of(encodable.apply(line.text()), colors);
            if (i >= drawn.size() || !drawn.get(i).equals(shown)) {
                // To its row, which is erased: behind a line that is as wide as the screen, its end would be.
                text.append("\u001b[").append(i + 1).append(";1H\u001b[2K").append(shown);
            }
            set(i, shown);
        }
        if (text.length() > 0) {
            display.write(text.toString());
        }
    }

    private void set(int index, String shown) {
        if (index < drawn.size()) {
            drawn.set(index, shown);
        } else {
            drawn.add(shown);
        }
    }

    private String state() {
        long age = now() - Math.max(model.millis(), pausedMillis);
        if (age > pauseMillis + LATE_MILLIS) {
            return "no answer for " + age / MILLIS_PER_SECOND + " s";
        }
        String every =
                pauseMillis % MILLIS_PER_SECOND == 0 ? pauseMillis / MILLIS_PER_SECOND + " s" : pauseMillis + " ms";
        return "every " + every;
    }
}
