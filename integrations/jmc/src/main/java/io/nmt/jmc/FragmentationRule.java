package io.nmt.jmc;

import io.nmt.report.page.RecordedVerdicts;

/** What malloc and pools keep although no code holds it. */
public final class FragmentationRule extends NativeMemoryRule {
    /** For the service loader. */
    public FragmentationRule() {
        super(
                "nmt.NativeMemoryFragmentation",
                "Fragmentation of Native Memory",
                RecordedVerdicts::fragmentation,
                "What malloc and pools keep is not recorded.",
                "No code holds this part: 'java -jar nmt-agent.jar rss PID --trim' tells how much of it can be given"
                        + " back; jemalloc, preloaded, with background_thread:true keeps less, as does"
                        + " MALLOC_ARENA_MAX=2.");
    }
}
