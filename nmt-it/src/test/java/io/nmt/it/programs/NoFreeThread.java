package io.nmt.it.programs;

import java.util.concurrent.locks.LockSupport;

/** Ends when no thread can be started any more. */
public final class NoFreeThread {
    private NoFreeThread() {}

    public static void main(String[] arguments) {
        Memory.UNSAFE.allocateMemory(1234);
        try {
            while (true) {
                Thread thread = new Thread(NoFreeThread::stay);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (OutOfMemoryError e) {
            Talk.say("no more threads");
        }
    }

    private static void stay() {
        while (true) {
            LockSupport.park();
        }
    }
}
