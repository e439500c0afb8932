package io.nmt.libraries.programs;

/** The course of a program that opens native handles: one round closes all, and another one leaves some open. */
final class HandleRounds {
    private HandleRounds() {}

    /** Does the work of a round. */
    interface Work {
        /** Opens handles, uses them and closes them; returns what came out, the same each time. */
        String run() throws Exception;
    }

    /** Leaves handles open, by way of {@link Rounds#leak}. */
    interface Leak {
        void run() throws Exception;
    }

    static void run(Work work, Leak leak) throws Exception {
        Figures.print("result " + work.run());
        Figures.sayHandles("closed");
        Figures.print("result " + work.run());
        leak.run();
        Figures.sayHandles("leaked");
        System.exit(0); // some libraries' threads linger
    }

    /** Closes a handle that the end of its block closes once more. */
    static void closeEarly(AutoCloseable handle) {
        try {
            handle.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
