package io.nmt.it.programs;

import java.io.IOException;

/** Ends, but for a shutdown hook that waits. */
public final class SlowShutdown {
    private SlowShutdown() {}

    public static void main(String[] arguments) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(SlowShutdown::waitForTest));
        Memory.UNSAFE.allocateMemory(1000);
        Talk.say("ready");
        Talk.await("exit");
        System.exit(0);
    }

    private static void waitForTest() {
        Talk.say("shutting down");
        try {
            Talk.await("finish");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
