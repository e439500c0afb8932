package io.nmt.it.commands;

import io.nmt.it.programs.CallSites;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.RecordedOnce;
import java.nio.file.Path;
import java.util.List;

/** Records the program {@link CallSites}. */
public final class CallSitesRun {
    /** Frames of what it does. */
    public static final String KEEP = CallSites.class.getName() + ".keep";

    public static final String LOAD = CallSites.class.getName() + ".load";
    public static final String DROP = CallSites.class.getName() + ".drop";

    private CallSitesRun() {}

    /** Every block is a sample. Made once for all tests that want the same. */
    public static Outcome recordAll(Jdk jdk, int blocks, Path file, String... recordingOptions) {
        return RecordedOnce.to(
                file,
                made -> make(jdk, blocks, made, recordingOptions),
                jdk,
                CallSites.class,
                blocks,
                List.of(recordingOptions));
    }

    private static Outcome make(Jdk jdk, int blocks, Path file, String... recordingOptions) {
        StringBuilder options = new StringBuilder("-XX:StartFlightRecording:filename=" + file);
        for (String option : recordingOptions) {
            options.append(',').append(option);
        }
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("sample=1")
                .options(options.toString())
                .start(CallSites.class, Integer.toString(blocks))) {
            child.say("finish");
            return child.await().expectExit(0);
        }
    }
}
