package io.nmt.libraries.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;

/** The course of every program: one round of its work, and another one that leaks. */
final class Rounds {
    private static final List<Object> LEAKED = new ArrayList<>();

    private final int leaks;
    private final long keptBlocks;
    private final String[] arguments;

    /**
     * Reads the arguments of a program: how many buffers to leak, how many blocks the library keeps for the JVM's life,
     * and what is the program's own.
     */
    Rounds(String[] arguments) {
        this.leaks = Integer.parseInt(arguments[0]);
        this.keptBlocks = Long.parseLong(arguments[1]);
        this.arguments = Arrays.copyOfRange(arguments, 2, arguments.length);
    }

    String argument(int index) {
        return arguments[index];
    }

    void run(Work work) throws Exception {
        Figures.say("begin");
        long blocks = Figures.blocks() + keptBlocks;
        round(work, 0);
        Figures.awaitBlocks(blocks);
        Figures.say("closed");
        round(work, leaks);
        Figures.awaitBlocks(blocks + leaks);
        Figures.say("leaked");
        System.exit(0); // some libraries' threads linger
    }

    /** On a thread that ends, and with it what is cached per thread. */
    private static void round(Work work, int leaks) throws Exception {
        FutureTask<String> round = new FutureTask<>(() -> work.run(leaks));
        Thread thread = new Thread(round, "work");
        thread.start();
        thread.join();
        Figures.print("result " + round.get());
    }

    /** Tells the test how much of its memory the library itself says that it has not given back after a round. */
    static void sayKept(long bytes, int leaks) {
        Figures.sayOwn(leaks == 0 ? "bytes kept" : "bytes kept besides leaks", bytes);
    }

    /** Keeps a buffer from ever being freed. */
    static synchronized void leak(Object buffer) {
        LEAKED.add(buffer);
    }
}
