package io.nmt.agent;

import io.nmt.core.internal.jdk.JdkInternals;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.concurrent.TimeUnit;

/**
 * The start by {@code -javaagent}. A command may attach the agent before: then it waits, since the options are those of
 * the command line. Callers hold the lock under which the agent starts; the wait gives it up meanwhile.
 */
final class Premain {
    // Other agents may take their time before this one. A command waits 60 s for its process.
    private static final long MOST_MILLIS = 30_000;

    private static final String OPTION = "-javaagent:";

    private static boolean over; // guarded by that lock

    private Premain() {}

    /** Called at its end, also where it has refused to track. */
    static void endsUnder(Object lock) {
        over = true;
        lock.notifyAll();
    }

    /** Returns when it is over, at once where the JVM was started without this agent, and after 30 s at the latest. */
    static void awaitUnder(Object lock) {
        if (over || !isExpected()) {
            return;
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
        try {
            for (long left = MOST_MILLIS; !over && left > 0; left = millisUntil(deadline)) {
                lock.wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millisUntil(long deadline) {
        return TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }

    private static boolean isExpected() {
        try {
            File own = BootClasses.ownJar().getCanonicalFile();
            for (String argument : JdkInternals.access().runtimeArguments()) {
                if (argument.startsWith(OPTION) && jar(argument).equals(own)) {
                    return true;
                }
            }
        } catch (IOException | URISyntaxException | RuntimeException | LinkageError e) {
            return false; // this JDK does not tell
        }
        return false;
    }

    private static File jar(String argument) throws IOException {
        int end = argument.indexOf('=');
        return new File(argument.substring(OPTION.length(), end < 0 ? argument.length() : end)).getCanonicalFile();
    }
}
