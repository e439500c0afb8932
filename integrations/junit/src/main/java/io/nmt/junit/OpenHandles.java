package io.nmt.junit;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The native handles of one moment that were not closed, by class and by call site. */
final class OpenHandles {
    private final Map<String, HandleUsage> classes = new HashMap<>();

    private OpenHandles() {}

    static OpenHandles now() {
        OpenHandles handles = new OpenHandles();
        for (HandleUsage usage : NativeMemory.handles()) {
            handles.classes.put(usage.className(), usage);
        }
        return handles;
    }

    /**
     * The growth since an earlier moment. A site that has closed an older handle may hide a newer open one. A site that
     * has closed an older one may hide a newer one that is open.
     */
    List<Growth> since(OpenHandles earlier) {
        List<Growth> growths = new ArrayList<>();
        classes.forEach((name, usage) -> {
            HandleUsage before = earlier.classes.get(name);
            long more = notClosed(usage) - (before == null ? 0 : notClosed(before));
            List<Growth> ofSites = ofSites(usage, before);
            if (isExact(usage)) {
                growths.addAll(ofSites);
            } else if (more > 0) {
                // The sites are estimates, this is not.
                Growth most = ofSites.isEmpty() ? new Growth(name, null, List.of(), 0, 0, 0) : ofSites.get(0);
                growths.add(new Growth(name, most.site(), most.threads(), 0, more, most.collected()));
            }
        });
        return growths;
    }

    private static long notClosed(HandleUsage usage) {
        return usage.created() - usage.closed();
    }

    private static boolean isExact(HandleUsage usage) {
        return usage.collectedError() == 0 && usage.sites().stream().allMatch(site -> site.standardError() == 0);
    }

    /** A line may be reached by several tests. */
    private static List<HandleSite> stacks(HandleUsage usage) {
        return usage.sites().stream().flatMap(site -> site.perStack().stream()).toList();
    }

    private static List<Growth> ofSites(HandleUsage usage, HandleUsage before) {
        Map<Integer, HandleSite> earlier = new HashMap<>();
        if (before != null) {
            stacks(before).forEach(site -> earlier.put(site.site().id(), site));
        }
        List<Growth> growths = new ArrayList<>();
        for (HandleSite site : stacks(usage)) {
            HandleSite then = earlier.get(site.site().id());
            long more = site.open() + site.collected() - (then == null ? 0 : then.open() + then.collected());
            if (more > 0) {
                long collected = Math.min(more, site.collected() - (then == null ? 0 : then.collected()));
                growths.add(new Growth(
                        usage.className(), site.site(), site.threadNames(), 0, more, Math.max(0, collected)));
            }
        }
        return growths;
    }
}
