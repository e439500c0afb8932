package io.nmt.report.page.flamegraph;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The memory of one call stack.
 *
 * @param category of its blocks
 * @param frames classes and methods without lines, the outermost first
 * @param bytes live, 0 or more
 * @param blocks live, or {@link #UNKNOWN}
 */
public record StackBytes(String category, List<String> frames, long bytes, long blocks) {
    /** In place of a number of blocks. */
    public static final long UNKNOWN = -1;

    /**
     * Those of a call site.
     *
     * @param usage what it holds
     * @return its stack; its name alone where no frames are known
     */
    public static StackBytes of(SiteUsage usage) {
        Site site = usage.site();
        List<String> outermostFirst = new ArrayList<>(site.methods());
        Collections.reverse(outermostFirst);
        return new StackBytes(
                site.category(),
                outermostFirst.isEmpty() ? List.of(site.toString()) : List.copyOf(outermostFirst),
                usage.liveBytes(),
                usage.liveCount());
    }
}
