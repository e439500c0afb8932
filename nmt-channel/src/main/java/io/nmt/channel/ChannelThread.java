package io.nmt.channel;

import io.nmt.core.threads.DetachedThread;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** A thread of the command channel. */
abstract class ChannelThread extends DetachedThread {
    ChannelThread(String name) {
        super(name);
    }

    /** Ends a connection. */
    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException | OutOfMemoryError | LinkageError e) {
            // It is as good as closed. Where heap or metaspace is full, the JVM closes it with the channel.
        }
    }

    /** Waits until it has ended, whatever interrupts come. */
    final void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
