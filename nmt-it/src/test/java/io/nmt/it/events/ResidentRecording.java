package io.nmt.it.events;

import io.nmt.it.programs.Readings;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.RecordedOnce;
import java.nio.file.Path;

/** A recording of {@link Readings}: resident memory each second. */
public final class ResidentRecording {
    public static final String EVENT = "nmt.ResidentMemory";

    private ResidentRecording() {}

    /** Makes it, once for all tests that want the same. */
    public static void to(Path file, Jdk jdk, int directMegabytes, int readings) {
        to(file, jdk, directMegabytes, readings, "+nmt.ResidentMemory#enabled=true,+nmt.ResidentMemory#period=1s");
    }

    /** Makes it with other options of the recording. */
    public static void to(Path file, Jdk jdk, int directMegabytes, int readings, String options) {
        RecordedOnce.to(
                file,
                made -> make(made, jdk, directMegabytes, readings, options),
                jdk,
                Readings.class,
                directMegabytes,
                readings,
                options);
    }

    private static Outcome make(Path file, Jdk jdk, int directMegabytes, int readings, String options) {
        return ChildJvm.withC2InCi(jdk)
                .agent()
                .options("-XX:StartFlightRecording:filename=" + file + "," + options)
                .run(Readings.class, Integer.toString(directMegabytes), Integer.toString(readings))
                .expectSuccess();
    }
}
