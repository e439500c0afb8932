package io.nmt.it.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Makes a deflater every few milliseconds and keeps it, until it is killed. */
public final class NewDeflaters {
    private static final int MOST = 1500; // of a quarter of a megabyte
    private static final long PAUSE_MILLIS = 4;

    private NewDeflaters() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Deflater> held = new ArrayList<>();
        Talk.say("ready");
        while (held.size() < MOST) {
            held.add(new Deflater());
            Thread.sleep(PAUSE_MILLIS);
        }
        Talk.say("finished with " + held.size());
    }
}
