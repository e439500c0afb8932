package io.nmt.it.programs;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Allocates before and after the agent is attached, frees both, and tells the figures. The tracker's classes exist only
 * once the agent is there.
 */
public final class Latecomer {
    private Latecomer() {}

    public static void main(String[] arguments) throws IOException {
        long[] old = {Memory.UNSAFE.allocateMemory(1000), Memory.UNSAFE.allocateMemory(2000)};
        long grown = Memory.UNSAFE.allocateMemory(3000);
        ByteBuffer oldDirect = ByteBuffer.allocateDirect(5000);
        Talk.say("ready");

        Talk.await("attached");
        Figures.say("attached");
        for (long address : old) {
            Memory.UNSAFE.freeMemory(address);
        }
        Memory.UNSAFE.invokeCleaner(oldDirect);
        Figures.say("old freed");

        grown = Memory.UNSAFE.reallocateMemory(grown, 4000);
        Figures.say("old reallocated");

        long young = Memory.UNSAFE.allocateMemory(61);
        ByteBuffer youngDirect = ByteBuffer.allocateDirect(6000);
        Figures.say("young allocated");

        Talk.await("finish");
        Memory.UNSAFE.freeMemory(young);
        Memory.UNSAFE.freeMemory(grown);
        Memory.UNSAFE.invokeCleaner(youngDirect);
        Figures.say("all freed");
    }
}
