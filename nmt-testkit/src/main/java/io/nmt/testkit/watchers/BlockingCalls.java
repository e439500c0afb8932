package io.nmt.testkit.watchers;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import reactor.blockhound.BlockHound;

/** BlockHound on threads that are event loops: collects each blocking call with the agent's code on the stack. */
public final class BlockingCalls {
    private static final String LOOP = "event-loop";
    private static final String OURS = "io.nmt.";
    private static final String TESTS = "io.nmt.(it|libraries|testkit)\\..*";

    private static final Set<String> BLOCKED = new ConcurrentSkipListSet<>();

    private static volatile boolean watches;

    private BlockingCalls() {}

    /** Work of an event loop. */
    public interface Action {
        void run() throws Throwable;
    }

    public static void install() {
        BlockHound.builder()
                .nonBlockingThreadPredicate(
                        before -> before.or(thread -> thread.getName().equals(LOOP)))
                .blockingMethodCallback(method -> {
                    for (StackTraceElement frame : new Throwable().getStackTrace()) {
                        if (frame.getClassName().startsWith(OURS)
                                && !frame.getClassName().matches(TESTS)) {
                            BLOCKED.add(method + " in " + frame.getClassName() + "." + frame.getMethodName());
                            // As BlockHound's own, which the agent must not meet.
                            throw new IllegalStateException("Blocking call! " + method);
                        }
                    }
                    watches = true;
                })
                .install();
    }

    /** Runs it on an event loop, and waits for it. */
    public static void run(Action action) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                        watches = false;
                        Thread.sleep(1); // seen by BlockHound, if that is at work
                        System.out.println("watches " + watches);
                        System.out.println("done " + LOOP);
                    } catch (Throwable t) {
                        System.out.println("failed " + t);
                    }
                },
                LOOP);
        thread.start();
        thread.join();
    }

    /** Tells the test. */
    public static void say() {
        System.out.println("blocked " + BLOCKED);
    }
}
