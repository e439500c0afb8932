package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/** Whether RSS goes on rising and neither tracked memory nor the Java heap explains that. */
public final class UntrackedGrowthRule extends NativeMemoryRule {
    /** For the service loader. */
    public UntrackedGrowthRule() {
        super(
                "nmt.UntrackedGrowth",
                "Growth of Untracked Memory",
                RecordedVerdicts::untracked,
                "The recording does not tell.",
                "Java code does not hold it, as far as it is tracked: 'java -jar nmt-agent.jar native PID' tells which"
                        + " native library takes it, 'rss PID' whether malloc keeps it after free.");
    }
}
