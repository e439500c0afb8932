package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/** Lost buffers of pools, and call sites that hold more and more of them. */
public final class PoolLeakRule extends NativeMemoryRule {
    /** For the service loader. */
    public PoolLeakRule() {
        super(
                "nmt.PoolLeak",
                "Leak of Pooled Buffers",
                RecordedVerdicts::pools,
                "No pools are recorded.",
                "Release the buffers that the named method allocates. 'java -jar nmt-agent.jar pools PID' shows "
                        + "their last holders.");
    }
}
