package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.channel.CommandException;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import io.nmt.testkit.Awaited;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.terminal.Size;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop of the screen, by a clock that the test drives, on a screen in memory. */
class LiveTopTest {
    private static final long INTERVAL = 2000;
    private static final Target TARGET = new Target("com.acme.Server", 25, Row.UNKNOWN, 524_288, 1L << 30, 1);

    private final Time time = new Time();
    private final Memory display = new Memory();
    private final AtomicInteger readings = new AtomicInteger();
    private volatile CountDownLatch goOn = new CountDownLatch(0);
    private volatile String failure;
    private CompletableFuture<Void> top;

    /** A clock that stands still until the test sets it forward. */
    private static final class Time implements ScreenTicker {
        private long now = 5000;
        private Object waitsOn;

        @Override
        public synchronized long millis() {
            return now;
        }

        @Override
        @SuppressWarnings("WaitNotInLoop") // the callers have the loop
        public void await(Object lock, long millis) throws InterruptedException {
            set(lock);
            lock.wait();
            set(null);
        }

        private synchronized void set(Object lock) {
            waitsOn = lock;
        }

        private synchronized Object waitsOn() {
            return waitsOn;
        }

        /** Sets it forward once the reader waits for it. */
        void advance(long millis) {
            Object lock = Awaited.until(found -> found != null, this::waitsOn);
            synchronized (lock) {
                pass(millis);
                lock.notifyAll();
            }
        }

        /** Sets it forward, whatever the reader does. */
        synchronized void pass(long millis) {
            now += millis;
        }

        @Override
        public void sleep(long millis) {
            throw new AssertionError("the screen waits on a lock");
        }
    }

    /** A screen in memory. */
    private static final class Memory implements ScreenDisplay {
        private static final int CLOSED = -1;
        private static final Pattern ROW =
                Pattern.compile("\u001b\\[(\\d+);1H\u001b\\[2K(.*?)(?=\u001b\\[\\d+;1H|$)", Pattern.DOTALL);
        private static final Pattern STYLE = Pattern.compile("\u001b\\[[\\d;]*m");

        private final Map<Integer, String> rows = new TreeMap<>();
        private final BlockingQueue<Integer> typed = new LinkedBlockingQueue<>();
        private Size size = Size.of(80, 24);
        private Runnable resized;
        private Runnable interrupted;
        private boolean closed;

        @Override
        public synchronized void onResize(Runnable action) {
            resized = action;
        }

        @Override
        public synchronized void onInterrupt(Runnable action) {
            interrupted = action;
        }

        @Override
        public synchronized Size size() {
            return size;
        }

        @Override
        public int read(long millis) throws IOException {
            try {
                return typed.take();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void stopReading() {
            typed.add(CLOSED);
        }

        /** Rows, each erased before it is written: "ESC [ row ; 1 H ESC [ 2 K text". */
        @Override
        public synchronized void write(String text) {
            if (text.startsWith("\u001b[2J")) {
                rows.clear();
            }
            Matcher row = ROW.matcher(text);
            while (row.find()) {
                rows.put(
                        Integer.valueOf(row.group(1)),
                        STYLE.matcher(row.group(2)).replaceAll(""));
            }
        }

        synchronized String shown() {
            return String.join("\n", rows.values());
        }

        String await(Predicate<String> wanted) {
            return Awaited.until(wanted, this::shown);
        }

        void type(String keys) {
            keys.chars().forEach(typed::add);
        }

        /** As a terminal does on a thread of its own: then all is drawn anew. Returns what is shown. */
        String resize(int lines) {
            Runnable action;
            synchronized (this) {
                size = Size.of(80, lines);
                action = resized;
            }
            action.run();
            assertThat(Awaited.until(count -> count == lines, this::height)).isEqualTo(lines);
            return shown();
        }

        private synchronized int height() {
            return rows.size();
        }

        void interrupt() {
            Runnable action;
            synchronized (this) {
                action = interrupted;
            }
            action.run();
        }

        @Override
        public synchronized void close() {
            closed = true;
        }

        synchronized boolean isClosed() {
            return closed;
        }
    }

    private Reading read(Query query) throws CommandException {
        int number = readings.incrementAndGet();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new CommandException("interrupted");
        }
        if (failure != null) {
            throw new CommandException(failure);
        }
        Row row = new Row(query.listing(), "Unsafe", "Unsafe", "row " + number, 1000, 100, 1, 1000, 5000, 0, false);
        return new ReadingBuilder()
                .figure(HistoryFigure.RSS, 300L << 20)
                .figure(HistoryFigure.HEAP, 200L << 20)
                .figure(HistoryFigure.HEAP_USED, 100L << 20)
                .figure(HistoryFigure.TRACKED, 1000)
                .figure(HistoryFigure.THREADS, 17)
                .row(row)
                .length(query.listing(), 1)
                .build(TARGET);
    }

    private void start() throws Exception {
        Query query = new Query(Listing.CATEGORIES, null, true);
        Reading first = read(query);
        LiveTop live = new LiveTop(4711, Listing.CATEGORIES, text -> text, false, time);
        top = CompletableFuture.runAsync(() -> {
            try {
                live.show(this::read, first, new ReadingInterval(INTERVAL), display);
            } catch (CommandException | IOException e) {
                throw new CompletionException(e);
            }
        });
        display.await(shown -> shown.contains("row 1"));
    }

    @AfterEach
    void quit() {
        goOn.countDown();
        if (top != null && !top.isDone()) {
            display.type("qq"); // of a screen of help, the first one leads back
            top.join();
        }
        assertThat(display.isClosed()).isEqualTo(top != null);
    }

    @Test
    void readsAgainAfterTheInterval() throws Exception {
        start();

        time.advance(INTERVAL - 1);
        time.advance(1);
        assertThat(display.await(shown -> shown.contains("row 2"))).contains("row 2", "every 2 s");
        time.advance(INTERVAL);
        assertThat(display.await(shown -> shown.contains("row 3"))).contains("row 3");
        assertThat(readings).hasValue(3);
    }

    @Test
    void saysForHowLongThereIsNoAnswer() throws Exception {
        start();
        goOn = new CountDownLatch(1);

        time.advance(INTERVAL);
        assertThat(Awaited.until(count -> count == 2, readings::get)).isEqualTo(2);
        time.pass(INTERVAL);
        assertThat(display.resize(30)).contains("every 2 s");
        // Late is a reading that has not come two seconds after it was due.
        time.pass(1);
        assertThat(display.resize(31)).contains("no answer for 4 s");

        goOn.countDown();
        assertThat(display.await(shown -> shown.contains("row 2"))).contains("row 2", "every 2 s");
    }

    @Test
    void readsNothingWhilePausedAndAtOnceAfterwards() throws Exception {
        start();
        display.type("p");
        assertThat(display.await(shown -> shown.contains("paused"))).contains("paused");

        time.advance(3_600_000);
        time.advance(1);
        assertThat(readings).hasValue(1);
        assertThat(display.resize(30)).contains("paused").doesNotContain("no answer");

        display.type("p");
        assertThat(display.await(shown -> shown.contains("row 2"))).contains("row 2");
    }

    @Test
    void anotherListIsReadAtOnce() throws Exception {
        start();

        display.type("2");
        assertThat(display.await(shown -> shown.contains("row 2"))).contains("row 2", "[2 ");
    }

    @Test
    void endsByInterruptAndAtTheEndOfInput() throws Exception {
        start();
        display.interrupt();
        top.join();
        assertThat(display.isClosed()).isTrue();
    }

    @Test
    void endsWhenTheProcessDoes() throws Exception {
        start();
        failure = "process 4711 has ended";

        time.advance(INTERVAL);
        assertThatThrownBy(top::join)
                .hasCauseInstanceOf(CommandException.class)
                .hasMessageContaining("process 4711 has ended");
        assertThat(display.isClosed()).isTrue();
    }
}
