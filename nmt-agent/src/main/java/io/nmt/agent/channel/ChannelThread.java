package io.nmt.agent.channel;

import io.nmt.core.internal.threads.DetachedThread;

/** A thread of the command channel. */
abstract class ChannelThread extends DetachedThread {
    ChannelThread(String name) {
        super(name);
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
