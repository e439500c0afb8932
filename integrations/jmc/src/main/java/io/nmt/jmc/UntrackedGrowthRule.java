package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/** Growth of RSS that neither tracked memory nor the Java heap explains. */
public final class UntrackedGrowthRule extends NativeMemoryRule {
    /** For the service loader. */
    public UntrackedGrowthRule() {
        super(
                "nmt.UntrackedGrowth",
                "Growth of Untracked Memory",
                RecordedVerdicts::untracked,
                "UNKNOWN from this recording.",
                "Tracked Java code does not hold it. 'java -jar nmt-agent.jar native PID' shows native "
                        + "libraries, 'rss PID' memory retained by malloc.");
    }
}
