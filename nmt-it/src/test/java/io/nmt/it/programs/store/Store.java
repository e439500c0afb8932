package io.nmt.it.programs.store;

/** Another library: is on the stack while something is done. */
public final class Store {
    private Store() {}

    public static void run(Runnable work) {
        work.run();
    }
}
