package io.nmt.it.programs;

import jdk.jfr.FlightRecorder;

/** Tells whether JFR has been started in this JVM. */
public final class FlightRecorderState {
    private FlightRecorderState() {}

    public static void main(String[] arguments) {
        Talk.say("JFR is initialized: " + FlightRecorder.isInitialized());
    }
}
