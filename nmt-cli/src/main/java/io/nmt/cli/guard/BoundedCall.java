package io.nmt.cli.guard;

import io.nmt.channel.CommandException;
import io.nmt.core.threads.DetachedThread;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Runs what may hang on a thread of its own, with a stack for deep recursion, and waits for it only so long. */
public final class BoundedCall {
    private static final long STACK_BYTES = 64L << 20;

    private BoundedCall() {}

    /**
     * Runs a task.
     *
     * @param task to be run; goes on, unheard, if it takes too long
     * @param millis it may take
     * @param late what to say if it takes longer
     * @return its result
     * @throws CommandException if it took too long, or threw one
     * @throws IOException as the task; so do exceptions that are not checked, and errors
     */
    public static <T> T call(Callable<T> task, long millis, Supplier<String> late)
            throws CommandException, IOException {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = DetachedThread.of("nmt-bounded", future, STACK_BYTES);
        thread.start();
        try {
            return future.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new CommandException(late.get());
        } catch (InterruptedException e) {
            throw new CommandException("interrupted");
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        }
    }

    private static IOException rethrown(Throwable cause) throws CommandException {
        if (cause instanceof CommandException e) {
            throw e;
        } else if (cause instanceof RuntimeException e) {
            throw e;
        } else if (cause instanceof Error e) {
            throw e;
        }
        return cause instanceof IOException e ? e : new IOException(cause);
    }
}
