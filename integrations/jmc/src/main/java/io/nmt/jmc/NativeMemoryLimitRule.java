package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/**
 * Memory near a limit: the container's, that of direct buffers, by our events and by the JVM's own count, and
 * allocators' own.
 */
public final class NativeMemoryLimitRule extends NativeMemoryRule {
    /** For the service loader. */
    public NativeMemoryLimitRule() {
        super(
                "nmt.NativeMemoryLimit",
                "Native Memory Near a Limit",
                RecordedVerdicts::limits,
                "No limit of memory is recorded.",
                "Reduce the largest part, or raise the limit. 'java -jar nmt-agent.jar rss PID --advise' "
                        + "proposes limits.");
    }
}
