package io.nmt.cli.top;

import io.nmt.channel.CommandException;
import io.nmt.core.threads.DetachedThread;
import io.nmt.report.top.Reading;

/** The thread that asks the process, again and again, for what is looked at. */
final class Reader extends DetachedThread {
    private final ProcessSource source;
    private final ReadingInterval pacing;
    private final Listener listener;
    private final ScreenTicker ticker;

    // Guarded by this.
    private Query wanted;
    private boolean paused;
    private boolean atOnce;

    /** A listener, on this thread. */
    interface Listener {
        void read(Query query, Reading reading, long pauseMillis);

        void failed(CommandException failure);
    }

    /** A reader of what is already known. */
    Reader(ProcessSource source, ReadingInterval pacing, Query wanted, Listener listener, ScreenTicker ticker) {
        super("nmt-top-reader");
        this.source = source;
        this.pacing = pacing;
        this.wanted = wanted;
        this.listener = listener;
        this.ticker = ticker;
    }

    /** Says what is looked at now: something else is read at once. */
    synchronized void want(Query query, boolean pause) {
        // What a list was before this one was looked at is known to the process alone.
        if (!query.equals(wanted) || (paused && !pause)) {
            atOnce = true;
        }
        wanted = query;
        paused = pause;
        notifyAll();
    }

    private synchronized Query next(long pauseMillis) throws InterruptedException {
        long end = ticker.millis() + pauseMillis;
        long left = pauseMillis;
        while (!atOnce && (paused || left > 0)) {
            ticker.await(this, paused ? 0 : left);
            left = end - ticker.millis();
        }
        atOnce = false;
        return wanted;
    }

    @Override
    public void run() {
        long pauseMillis = pacing.intervalMillis();
        Query last = wanted;
        try {
            while (true) {
                Query query = next(pauseMillis);
                boolean other = query.listing() != last.listing();
                Reading reading = source.read(new Query(query.listing(), query.stack(), other));
                last = query;
                pauseMillis = pacing.pauseMillis(query.listing(), reading);
                listener.read(query, reading, pauseMillis);
            }
        } catch (CommandException e) {
            listener.failed(e);
        } catch (RuntimeException e) {
            listener.failed(new CommandException(e.toString()));
        } catch (InterruptedException e) {
            return; // the command has ended
        }
    }
}
