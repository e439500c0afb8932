package io.nmt.agent.channel;

/** A thread that has nothing of the application: not its class loader, nor its inheritable thread-locals. */
abstract class ChannelThread extends Thread {
    ChannelThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
        setContextClassLoader(ClassLoader.getSystemClassLoader());
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
