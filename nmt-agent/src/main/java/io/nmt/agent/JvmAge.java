package io.nmt.agent;

import io.nmt.core.model.LateStart;
import java.time.Instant;
import java.util.Optional;

/** The time since this JVM started, without java.lang.management, which would load much into it. */
final class JvmAge {
    private JvmAge() {}

    static long nanos() {
        try {
            Optional<Instant> start = ProcessHandle.current().info().startInstant();
            return start.isEmpty()
                    ? LateStart.UNKNOWN
                    : Math.max(0, System.currentTimeMillis() - start.get().toEpochMilli()) * 1_000_000;
        } catch (RuntimeException e) {
            return LateStart.UNKNOWN;
        }
    }
}
