package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/** Growth of call sites, categories or native handles. */
public final class NativeMemoryLeakRule extends NativeMemoryRule {
    /** For the service loader. */
    public NativeMemoryLeakRule() {
        super(
                "nmt.NativeMemoryLeak",
                "Native Memory Leak",
                RecordedVerdicts::leaks,
                "UNKNOWN from this recording.",
                "The method that is named allocates, and its memory is not freed. 'java -jar nmt-agent.jar "
                        + "report FILE.jfr -o report.html' shows its course, 'leaks PID' the process as it runs.");
    }
}
