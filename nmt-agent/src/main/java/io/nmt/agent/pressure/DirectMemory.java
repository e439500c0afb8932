package io.nmt.agent.pressure;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;
import java.util.stream.Collectors;

/** The memory that the JVM counts towards the limit of direct memory: nothing else can fill it. */
final class DirectMemory {
    private static final String BUFFER = "java.nio.DirectByteBuffer";

    private DirectMemory() {}

    /** True if it includes memory of a call site. Of an application's own categories, the calls tell. */
    static boolean has(Site site) {
        Category category = Category.find(site.category());
        if (category == Category.FOREIGN_MEMORY) {
            return site.freedBy() != FreedBy.PROGRAM;
        }
        if (category == Category.DIRECT_BUFFER || category == Category.NIO_TEMPORARY_BUFFER) {
            return true;
        }
        return (category == null || category.mayBeDirect()) && isOfBuffers(site.frames());
    }

    /** True if it may include memory of a category. */
    static boolean has(String name) {
        Category category = Category.find(name);
        return category == null || category.mayBeDirect();
    }

    private static boolean isOfBuffers(List<Frame> frames) {
        for (Frame frame : frames) {
            if (frame.className().equals(BUFFER)) {
                return true;
            }
        }
        return false;
    }

    static List<SiteUsage> of(List<SiteUsage> usages) {
        return usages.stream().filter(usage -> has(usage.site())).collect(Collectors.toUnmodifiableList());
    }

    static Leaks of(Leaks leaks) {
        return new Leaks(
                leaks.minimumAgeNanos(),
                of(leaks.suspects()),
                of(leaks.holders()),
                of(leaks.pools()),
                leaks.judgedInNanos());
    }
}
