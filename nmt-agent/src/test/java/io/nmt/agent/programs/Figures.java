package io.nmt.agent.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.report.JsonReport;

/** Tells the test what the tracker says. */
final class Figures {
    private Figures() {}

    static void say(String label) {
        Talk.say("figures " + label + " " + JsonReport.of(NativeMemory.snapshot()));
    }
}
