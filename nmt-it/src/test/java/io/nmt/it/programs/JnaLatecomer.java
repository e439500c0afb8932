package io.nmt.it.programs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.io.IOException;

/**
 * Allocates with JNA after the agent was attached, and frees; with the argument {@code early} it uses JNA before, too.
 */
public final class JnaLatecomer {
    private JnaLatecomer() {}

    public static void main(String[] arguments) throws IOException {
        boolean early = arguments[0].equals("early");
        Memory old = early ? new Memory(1000) : null;
        Talk.say("ready");
        Talk.await("attached");
        Figures.say("attached");
        Memory young = new Memory(2000);
        long direct = Native.malloc(61);
        Figures.say("allocated");
        young.close();
        Native.free(direct);
        if (early) {
            old.close();
        }
        Figures.say("freed");
    }
}
