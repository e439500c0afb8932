package org.apache.kafka;

import java.util.function.Supplier;

/** Stands for a known library: calls itself, and then the code that allocates. */
public final class Library {
    private Library() {}

    /**
     * Runs code below so many calls.
     *
     * @param calls from 1
     * @param code to be run
     * @param <T> of its result
     * @return its result
     */
    public static <T> T call(int calls, Supplier<T> code) {
        return calls <= 1 ? code.get() : call(calls - 1, code);
    }
}
