package com.acme;

import java.util.function.Supplier;

/** Stands for an application with a line of code that two stacks lead to. */
public final class TwoStacks {
    private TwoStacks() {}

    /**
     * Reaches the line by one stack.
     *
     * @param code that allocates
     * @param <T> of its result
     * @return its result
     */
    public static <T> T read(Supplier<T> code) {
        return open(code);
    }

    /**
     * Reaches it by the other one.
     *
     * @param code that allocates
     * @param <T> of its result
     * @return its result
     */
    public static <T> T write(Supplier<T> code) {
        return open(code);
    }

    private static <T> T open(Supplier<T> code) {
        return code.get();
    }
}
