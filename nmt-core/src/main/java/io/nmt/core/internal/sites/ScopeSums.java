package io.nmt.core.internal.sites;

import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up samples by named scope, in each by call site. Not thread-safe. */
public final class ScopeSums {
    private final long now = SampleRecord.now();
    private final Map<Integer, Map<CallSite, SiteSum>> sums = new HashMap<>();

    /** Begins with no samples. */
    public ScopeSums() {}

    /**
     * Adds a sample.
     *
     * @param site that it is of
     * @param entry its {@link SampleRecord}
     * @param sampleBytes of its block or buffer
     */
    public void add(CallSite site, long entry, long sampleBytes) {
        // No "computeIfAbsent": see Sites.
        int scopeId = SampleRecord.scopeId(entry);
        Map<CallSite, SiteSum> ofScope = sums.get(scopeId);
        if (ofScope == null) {
            ofScope = new HashMap<>();
            sums.put(scopeId, ofScope);
        }
        SiteSum sum = ofScope.get(site);
        if (sum == null) {
            sum = SiteSum.of(site, now);
            ofScope.put(site, sum);
        }
        sum.add(entry, sampleBytes, true);
    }

    /**
     * Sums the samples, where all scopes hold together no more of a group than its whole. To be called once.
     *
     * @param wholes that the samples are parts of
     * @return of each scope, by its number, the sites that hold something; their peaks and growth mean nothing
     */
    public Map<Integer, List<SiteUsage>> usages(Wholes wholes) {
        List<SiteSum> all = new ArrayList<>();
        for (Map<CallSite, SiteSum> ofScope : sums.values()) {
            all.addAll(ofScope.values());
        }
        SiteBounds bounds = new SiteBounds(all, List.of(), wholes);
        Map<Integer, List<SiteUsage>> usages = new HashMap<>();
        for (Map.Entry<Integer, Map<CallSite, SiteSum>> entry : sums.entrySet()) {
            List<SiteUsage> ofScope = new ArrayList<>();
            for (SiteSum sum : entry.getValue().values()) {
                ofScope.add(bounds.usage(sum, sum.site()));
            }
            usages.put(entry.getKey(), ofScope);
        }
        return usages;
    }
}
