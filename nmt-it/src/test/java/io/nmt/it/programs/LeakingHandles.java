package io.nmt.it.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Makes one native handle after the other, and closes none. */
public final class LeakingHandles {
    private static final long PAUSE_NANOS = 20_000_000;

    private static final List<NativeHandles.Handle> HELD = new ArrayList<>();

    private LeakingHandles() {}

    public static void main(String[] arguments) throws IOException {
        Thread leaking = new Thread(LeakingHandles::leak, "leaking");
        leaking.setDaemon(true);
        leaking.start();
        Talk.say("ready");
        Talk.await("finish");
    }

    private static void leak() {
        while (true) {
            HELD.add(new NativeHandles.Handle());
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
