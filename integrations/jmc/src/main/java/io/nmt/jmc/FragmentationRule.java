package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/** Memory that malloc and pools keep although no code holds it. */
public final class FragmentationRule extends NativeMemoryRule {
    /** For the service loader. */
    public FragmentationRule() {
        super(
                "nmt.NativeMemoryFragmentation",
                "Fragmentation of Native Memory",
                RecordedVerdicts::fragmentation,
                "Memory retained by malloc and pools is not recorded.",
                "No code holds this part. 'java -jar nmt-agent.jar rss PID --trim' releases it. "
                        + "MALLOC_ARENA_MAX=2, or jemalloc with background_thread:true, retains less.");
    }
}
