package io.nmt.it.programs;

import java.io.IOException;

/** An agent that takes its time, and a program that starts after it. */
public final class SlowAgent {
    private SlowAgent() {}

    public static void premain(String options) throws IOException {
        Talk.say("premain");
        Talk.await("start");
    }

    public static void main(String[] arguments) throws IOException {
        Talk.say("main");
        Talk.await("finish");
    }
}
