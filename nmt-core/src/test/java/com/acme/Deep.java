package com.acme;

import java.util.function.Supplier;
import org.apache.kafka.Library;

/** Stands for an application that calls a library at two lines, each in a thread of its own. */
public final class Deep<T> {
    private final Supplier<T> code;

    /**
     * Calls it.
     *
     * @param code that allocates
     */
    public Deep(Supplier<T> code) {
        this.code = code;
    }

    /**
     * Calls it by way of the library.
     *
     * @param calls of the library's
     * @return the code's result
     */
    public T leak(int calls) {
        return inThread(() -> Library.call(calls, code));
    }

    /**
     * The same at another line.
     *
     * @param calls of the library's
     * @return the code's result
     */
    public T cache(int calls) {
        return inThread(() -> Library.call(calls, code));
    }

    private static <T> T inThread(Supplier<T> work) {
        Object[] result = new Object[1];
        Thread thread = new Thread(() -> result[0] = work.get());
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        @SuppressWarnings("unchecked")
        T found = (T) result[0];
        return found;
    }
}
