package io.nmt.channel;

import io.nmt.core.threads.DetachedThread;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Reads from a channel, but waits only so long for the next bytes: then a thread closes the channel, which ends the
 * call that waits. What the reader does between two reads does not count. One thread reads.
 */
final class PatientInput extends InputStream {
    private final SocketChannel channel;
    private final InputStream in;
    private volatile long patienceMillis;

    // Guarded by this.
    private Thread watch;
    private boolean waiting;
    private boolean closed;
    private boolean late;
    private long deadlineNanos;

    PatientInput(SocketChannel channel, long patienceMillis) {
        this.channel = channel;
        this.in = Channels.newInputStream(channel);
        this.patienceMillis = patienceMillis;
    }

    void setPatience(long millis) {
        patienceMillis = millis;
    }

    /** Connects: to a process that is stopped that may take for ever, once enough others wait for it. */
    void connect(SocketAddress address) throws IOException {
        begin();
        try {
            channel.connect(address);
        } catch (IOException e) {
            throw end(e);
        }
        end(null);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        begin();
        int count;
        try {
            count = in.read(bytes, offset, length);
        } catch (IOException e) {
            throw end(e);
        }
        end(null);
        return count;
    }

    private synchronized void begin() {
        waiting = true;
        deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        if (watch == null) {
            watch = DetachedThread.of("nmt-patience", this::watch);
            watch.start();
        }
        notifyAll();
    }

    /** Returns why the call that waited failed, if it did. */
    private synchronized IOException end(IOException failure) {
        waiting = false;
        return late ? new SilenceException(patienceMillis) : failure;
    }

    private void watch() {
        if (isLate()) {
            try {
                channel.close();
            } catch (IOException e) {
                // The reader, if it is still waiting, has no better way out.
            }
        }
    }

    private synchronized boolean isLate() {
        try {
            while (!closed && !late) {
                long left = deadlineNanos - System.nanoTime();
                if (!waiting) {
                    wait();
                } else if (left > 0) {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                } else {
                    late = true;
                }
            }
        } catch (InterruptedException e) {
            late = true;
        }
        return late;
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        channel.close();
    }
}
