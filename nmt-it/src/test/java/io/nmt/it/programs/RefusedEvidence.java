package io.nmt.it.programs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Sets a security manager that grants the agent nothing, and reaches the limit of direct buffers. */
public final class RefusedEvidence {
    private static final int MIB = 1 << 20;

    private RefusedEvidence() {}

    @SuppressWarnings("removal") // JDKs before 24 may have one
    public static void main(String[] arguments) {
        System.setSecurityManager(new SecurityManager());
        try {
            System.getProperty("user.home"); // has the JDK read its policy, which it cannot at the limit
            Talk.say("allowed");
        } catch (SecurityException e) {
            Talk.say("refused");
        }
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try {
                while (true) {
                    buffers.add(ByteBuffer.allocateDirect(MIB));
                }
            } catch (OutOfMemoryError e) {
                Talk.say("at the limit with " + buffers.size());
            }
        }
    }
}
