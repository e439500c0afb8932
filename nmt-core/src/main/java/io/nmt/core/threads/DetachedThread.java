package io.nmt.core.threads;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A daemon thread of normal priority in the root thread group. It has nothing of the application, whichever thread
 * makes it: no context class loader, no inheritable thread-locals. All threads of the tracker and the agent are of this
 * class.
 *
 * <p>The constructor is for threads that are made at start or by another one of these. Where code of the application
 * may be on the stack, {@link #of} also keeps that code's permissions from the thread.
 */
@SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
public abstract class DetachedThread extends Thread {
    private static final ThreadGroup ROOT = AccessController.doPrivileged(new PrivilegedAction<ThreadGroup>() {
        @Override
        public ThreadGroup run() {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            return group;
        }
    });

    // Plain volatile fields: where the heap is full, a pause must not allocate, as the first use of more would.
    private static volatile Thread pausing; // again and again until it ends
    private static volatile Thread alsoPausing; // another one, for when the first has ended

    // One for each kind of error that is told of by handing over, and one more: each hands over one at a time.
    private static final Slot[] SLOTS = {new Slot(), new Slot(), new Slot(), new Slot()};

    private volatile boolean sleeps; // or is about to, and looks first for what is handed over

    /** A task that is handed over. Its number says whether there is one; what it has is written before that. */
    private static final class Slot extends AtomicInteger {
        private static final long serialVersionUID = 1;
        private static final int FREE = 0;
        private static final int CLAIMED = 1;
        private static final int READY = 2;

        private transient Thread runs; // it alone
        private transient Runnable task;

        /** True if the slot was free, or its thread will run it no more. */
        boolean give(Runnable given, Thread thread) {
            if (!compareAndSet(FREE, CLAIMED) && !(get() == READY && isGone(runs) && compareAndSet(READY, CLAIMED))) {
                return false;
            }
            runs = thread;
            task = given;
            set(READY);
            return true;
        }

        /** True if the task was taken back before its thread began to run it. */
        boolean takeBack(Runnable given) {
            if (task != given || !compareAndSet(READY, CLAIMED)) {
                return false;
            }
            task = null;
            set(FREE);
            return true;
        }

        /** True if there was a task for the current thread, which it has run. */
        boolean run(Thread current) {
            if (get() != READY || runs != current || !compareAndSet(READY, CLAIMED)) {
                return false;
            }
            Runnable given = task;
            task = null;
            set(FREE);
            asleep(current, false);
            given.run();
            return true;
        }
    }

    /**
     * A thread that is not started.
     *
     * @param name of the thread
     */
    protected DetachedThread(String name) {
        this(null, name, 0);
    }

    @SuppressWarnings("this-escape") // of a thread that is not started: nothing overrides these
    private DetachedThread(Runnable task, String name, long stackBytes) {
        super(ROOT, task, name, stackBytes, false);
        setDaemon(true);
        setPriority(NORM_PRIORITY);
        setContextClassLoader(null);
    }

    /**
     * Makes a thread, without the permissions of its maker. It is not started.
     *
     * @param name of the thread
     * @param task what it runs
     * @return the thread
     */
    public static Thread of(String name, Runnable task) {
        return of(name, task, 0);
    }

    /**
     * Makes a thread, without the permissions of its maker. It is not started.
     *
     * @param name of the thread
     * @param task what it runs
     * @param stackBytes the size of its stack; 0 for the JVM's default
     * @return the thread
     */
    public static Thread of(String name, Runnable task, long stackBytes) {
        return AccessController.doPrivileged(new PrivilegedAction<Thread>() {
            @Override
            public Thread run() {
                return new DetachedThread(task, name, stackBytes) {};
            }
        });
    }

    /**
     * Pauses the current thread, and runs what was handed over meanwhile. Code that interrupts all threads does not
     * mean this one: then the pause is over.
     *
     * @param millis for how long
     */
    public static void pause(long millis) {
        Thread current = Thread.currentThread();
        if (isGone(pausing)) {
            pausing = current;
        } else if (pausing != current && isGone(alsoPausing)) {
            alsoPausing = current;
        }
        asleep(current, true);
        if (runHandedOver(current)) {
            return; // what came since it last slept, which has not interrupted it: its next look is earlier
        }
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // Then its next look is earlier.
        }
        asleep(current, false);
        runHandedOver(current);
    }

    /**
     * Ends the pauses of the current thread, which is about to end: it is given no more tasks, and runs those that
     * it was given.
     */
    public static void endPauses() {
        Thread current = Thread.currentThread();
        if (pausing == current) {
            pausing = null;
        }
        if (alsoPausing == current) {
            alsoPausing = null;
        }
        runHandedOver(current);
    }

    private static void asleep(Thread thread, boolean sleeps) {
        if (thread instanceof DetachedThread detached) {
            detached.sleeps = sleeps;
        }
    }

    private static boolean runHandedOver(Thread current) {
        boolean any = false;
        for (Slot slot : SLOTS) {
            any |= slot.run(current);
        }
        return any;
    }

    /** A thread that does something else, such as to write a report, is not interrupted in that. */
    private static void wake(Thread thread) {
        if (!(thread instanceof DetachedThread detached) || detached.sleeps) {
            interrupt(thread);
        }
    }

    /**
     * Has a task run soon by a thread that pauses again and again, for code that must not start a thread: where memory
     * is short that fails, and the JVM may be told to end at the first such failure. Tasks run one after the other.
     *
     * @param task that throws nothing
     * @return false if there is no such thread, or four tasks wait for it; then nothing is done
     */
    public static boolean handOver(Runnable task) {
        Thread runs = isGone(pausing) ? alsoPausing : pausing;
        if (isGone(runs)) {
            return false;
        }
        for (Slot slot : SLOTS) {
            if (slot.give(task, runs)) {
                wake(runs);
                boolean pauses = runs == pausing || runs == alsoPausing;
                return pauses || !slot.takeBack(task);
            }
        }
        return false;
    }

    /** Another thread's interrupt takes a permission. */
    private static void interrupt(Thread thread) {
        AccessController.doPrivileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                thread.interrupt();
                return null;
            }
        });
    }

    private static boolean isGone(Thread thread) {
        return thread == null || !thread.isAlive();
    }
}
