package io.nmt.it.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordingStream;

/**
 * Holds as many MiB of direct memory as its first argument says, and waits for as many emissions of resident memory as
 * its second one does, in whose settings it has no part.
 */
public final class Readings {
    static ByteBuffer held;

    private Readings() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        held = ByteBuffer.allocateDirect(Integer.parseInt(arguments[0]) << 20);
        CountDownLatch readings = new CountDownLatch(Integer.parseInt(arguments[1]));
        try (RecordingStream stream = new RecordingStream()) {
            stream.onEvent("nmt.ResidentMemory", event -> {
                if (event.getString("component").equals("RSS")) {
                    readings.countDown();
                }
            });
            stream.startAsync();
            readings.await();
        }
        Talk.say("read");
    }
}
