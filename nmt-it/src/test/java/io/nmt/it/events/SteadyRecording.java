package io.nmt.it.events;

import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.RecordedOnce;
import java.nio.file.Path;

/** A recording of {@link Steady} with the agent, from the start to the end of the JVM. */
public final class SteadyRecording {
    private SteadyRecording() {}

    /** Makes it, once for all tests, and returns what the program did. */
    public static Outcome to(Path file, Jdk jdk) {
        return RecordedOnce.to(file, made -> make(made, jdk), jdk, Steady.class);
    }

    private static Outcome make(Path file, Jdk jdk) {
        try (Child child = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .agent()
                .options("-XX:StartFlightRecording:filename=" + file)
                .start(Steady.class)) {
            child.say("hold");
            child.say("finish");
            return child.await().expectExit(0);
        }
    }
}
