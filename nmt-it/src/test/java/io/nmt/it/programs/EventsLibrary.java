package io.nmt.it.programs;

import io.nmt.jfr.NativeMemoryEvents;
import java.nio.file.Path;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Registers the events of its own nmt-jfr, as an application that uses it as a library does, and allocates. Its
 * arguments: {@code register} or {@code leave}, then the file of a recording that it makes after the agent has been
 * attached, if it has to wait for that.
 */
public final class EventsLibrary {
    /** The size of the block. */
    public static final long BYTES = 61_000;

    private EventsLibrary() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("register")) {
            NativeMemoryEvents.register();
        }
        if (arguments.length == 1) {
            Memory.UNSAFE.allocateMemory(BYTES);
            return;
        }
        Talk.say("ready");
        Talk.await("attached");
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            Memory.UNSAFE.allocateMemory(BYTES);
            recording.stop();
            recording.dump(Path.of(arguments[1]));
        }
    }
}
