package io.nmt.core.internal.sites;

import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up samples by line, and by the stacks that lead to each. Not thread-safe. */
public final class LineSums {
    private static final double LIKELY_ERRORS = 2; // standard errors

    private final long now;
    private final long intervalBytes;
    private final Map<CallSite, SiteSum> ofStacks = new HashMap<>();
    /*
     * Of a line that has one stack, that stack's sum. A line may get its second stack while samples are added, and has
     * it before that stack has samples: all until then are of the first one, and the line's sum begins with them.
     */
    private final Map<Line, SiteSum> ofLines = new HashMap<>();

    /**
     * Begins with no samples.
     *
     * @param now all samples are from before
     */
    public LineSums(long now) {
        this(now, SampleCountdown.intervalBytes());
    }

    LineSums(long now, long intervalBytes) {
        this.now = now;
        this.intervalBytes = intervalBytes;
    }

    /**
     * Adds a sample, as {@link SiteSum#add} does.
     *
     * @param site that it is of
     * @param entry its {@link SampleRecord}
     * @param sampleBytes of its block or buffer
     * @param shown whether it counts to what is held; to trends all samples count
     */
    public void add(CallSite site, long entry, long sampleBytes, boolean shown) {
        SiteSum sum = ofStacks.get(site); // "computeIfAbsent" would take a lambda: see Sites
        if (sum == null) {
            sum = new SiteSum(site, intervalBytes, now);
            ofStacks.put(site, sum);
            if (!site.line().isShared()) {
                ofLines.put(site.line(), sum);
            }
        }
        if (site.line().isShared()) {
            ofSharedLine(site.line()).add(entry, sampleBytes, shown);
        }
        sum.add(entry, sampleBytes, shown);
    }

    private SiteSum ofSharedLine(Line line) {
        SiteSum sum = ofLines.get(line);
        if (sum == null || !sum.isOfLine()) {
            sum = sum == null ? new SiteSum(line, intervalBytes, now) : new SiteSum(line, sum);
            ofLines.put(line, sum);
        }
        return sum;
    }

    /**
     * Sums the samples, where their whole is not known.
     *
     * @return the lines that hold something, in no order
     */
    public List<LineUsage> usages() {
        return usages(Wholes.UNKNOWN);
    }

    /**
     * The same, where all lines of a group hold together no more than their whole. To be called once.
     *
     * @param wholes that the samples are parts of
     * @return the lines that hold something, in no order
     */
    public List<LineUsage> usages(Wholes wholes) {
        List<SiteSum> shared = new ArrayList<>();
        for (SiteSum sum : ofLines.values()) {
            if (sum.isOfLine()) {
                shared.add(sum);
            }
        }
        SiteBounds bounds = new SiteBounds(ofStacks.values(), shared, wholes);
        Map<Line, List<SiteUsage>> stacks = new HashMap<>();
        for (Map.Entry<CallSite, SiteSum> entry : ofStacks.entrySet()) {
            CallSite site = entry.getKey();
            SiteUsage usage = bounds.usage(entry.getValue(), site.site());
            if (usage != null) {
                List<SiteUsage> ofLine = stacks.get(site.line());
                if (ofLine == null) {
                    ofLine = new ArrayList<>();
                    stacks.put(site.line(), ofLine);
                }
                ofLine.add(usage);
            }
        }
        List<LineUsage> lines = new ArrayList<>();
        for (Map.Entry<Line, List<SiteUsage>> entry : stacks.entrySet()) {
            Line line = entry.getKey();
            List<SiteUsage> ofLine = entry.getValue();
            ofLine.sort(Sites.MOST_FIRST);
            SiteSum all = ofLines.get(line);
            SiteUsage usage = all == null || !all.isOfLine() ? null : bounds.usage(all, line.site(sites(ofLine)));
            lines.add(new LineUsage(usage == null ? ofLine.get(0) : grown(usage, ofLine), ofLine));
        }
        return lines;
    }

    private static List<Site> sites(List<SiteUsage> usages) {
        List<Site> sites = new ArrayList<>();
        for (SiteUsage usage : usages) {
            sites.add(usage.site());
        }
        return sites;
    }

    /**
     * Among stacks that come and go, the rise of one may be lost to chance. The line is said to grow then, too, unless
     * that is denied by its own floor: where one stack has given back what another one has taken.
     */
    static SiteUsage grown(SiteUsage line, List<SiteUsage> stacks) {
        if (line.growing()) {
            return line;
        }
        long growth = 0;
        double variance = 0;
        long growingFor = 0;
        for (SiteUsage stack : stacks) {
            if (stack.growing()) {
                growth += stack.growthBytesPerMinute();
                variance += Math.pow((double) stack.growthErrorBytesPerMinute(), 2);
                growingFor = Math.max(growingFor, stack.growingForNanos());
            }
        }
        if (growth == 0 || line.growthBytesPerMinute() + LIKELY_ERRORS * line.growthErrorBytesPerMinute() < growth) {
            return line;
        }
        return line.withGrowth(true, growth, Math.round(Math.sqrt(variance)), growingFor, 0);
    }
}
