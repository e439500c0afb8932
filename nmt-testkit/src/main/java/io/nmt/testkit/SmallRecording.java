package io.nmt.testkit;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/** A recording with a few of the agent's events, made in this JVM: to be read, and to be damaged before. */
public final class SmallRecording {
    private SmallRecording() {}

    /** Writes it, with a site in a method of that name. */
    public static void write(Path file, String method) throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            for (int i = 1; i <= 10; i++) {
                Usage usage = new Usage();
                usage.type = "Unsafe";
                usage.reserved = usage.committed = 1000L * i;
                usage.count = i;
                usage.commit();
                Total total = new Total();
                total.reserved = total.committed = 1000L * i;
                total.count = i;
                total.commit();
                Site site = new Site();
                site.rank = 1;
                site.site = 1;
                site.type = "Unsafe";
                site.topFrame = method;
                site.stack = method + "; com.acme.Main.main(Main.java:1)";
                site.liveBytes = site.peak = 1000L * i;
                site.standardError = 10;
                site.count = i;
                site.oldestAge = 1_000_000;
                site.commit();
            }
            recording.stop();
            recording.dump(file);
        }
    }

    @Name("nmt.NativeMemoryUsage")
    @StackTrace(false)
    static final class Usage extends Event {
        String type;
        long reserved;
        long committed;
        long count;
    }

    @Name("nmt.NativeMemoryUsageTotal")
    @StackTrace(false)
    static final class Total extends Event {
        long reserved;
        long committed;
        long count;
    }

    @Name("nmt.NativeMemorySite")
    @StackTrace(false)
    static final class Site extends Event {
        int rank;
        int site;
        String type;
        String topFrame;
        String stack;
        long liveBytes;
        long standardError;
        long count;
        long peak;

        @jdk.jfr.Timespan
        long oldestAge;
    }
}
