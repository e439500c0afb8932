package io.nmt.it.programs;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Sets a security manager when it is told to, with the permissions of the policy, and takes it away. */
public final class LateSecurity {
    private LateSecurity() {}

    @SuppressWarnings("removal") // JDKs before 24 may have one
    public static void main(String[] arguments) throws IOException {
        ByteBuffer held = ByteBuffer.allocateDirect(1_000_000);
        Talk.say("ready");
        Talk.await("set");
        System.setSecurityManager(new SecurityManager());
        Talk.say("set");
        Talk.await("finish");
        Talk.say("held " + held.capacity());
    }
}
