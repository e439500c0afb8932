package io.nmt.agent.commands;

import io.nmt.core.report.JsonReport;
import io.nmt.core.report.Scale;
import io.nmt.core.report.TextTable;
import io.nmt.core.sites.CallSite;
import io.nmt.core.sites.Frame;
import io.nmt.core.sites.SiteUsage;
import io.nmt.core.sites.Sites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What has changed at each call site. Estimates, as the sites' figures are. */
final class SiteChanges {
    private final List<Change> changes = new ArrayList<>();
    private final int top;

    /** A site with what it held and holds. */
    private record Change(
            CallSite site, long bytes, long bytesChange, long count, long countChange, long standardErrorBytes) {}

    /**
     * Compares.
     *
     * @param before what the sites held
     * @param kept what they hold of that
     * @param now what they hold
     * @param top how many to show
     */
    SiteChanges(List<SiteUsage> before, List<SiteUsage> kept, List<SiteUsage> now, int top) {
        this.top = top;
        Map<CallSite, SiteUsage> left = bySite(before);
        Map<CallSite, SiteUsage> both = bySite(kept);
        for (SiteUsage usage : now) {
            SiteUsage earlier = left.remove(usage.site());
            add(
                    usage.site(),
                    usage.liveBytes(),
                    earlier == null ? 0 : earlier.liveBytes(),
                    usage.liveCount(),
                    earlier == null ? 0 : earlier.liveCount(),
                    error(earlier, both.get(usage.site()), usage));
        }
        for (SiteUsage gone : left.values()) {
            add(gone.site(), 0, gone.liveBytes(), 0, gone.liveCount(), gone.standardErrorBytes());
        }
        changes.sort(Comparator.comparingLong((Change change) -> Math.abs(change.bytesChange()))
                .reversed());
    }

    private static Map<CallSite, SiteUsage> bySite(List<SiteUsage> usages) {
        Map<CallSite, SiteUsage> bySite = new HashMap<>();
        usages.forEach(usage -> bySite.put(usage.site(), usage));
        return bySite;
    }

    /**
     * What lived at both moments is the same on both sides, and not in the error of their difference. An error that is
     * bounded by what the category holds may be smaller than that of a part; then it is taken to be that of small
     * blocks.
     */
    private static long error(SiteUsage before, SiteUsage kept, SiteUsage now) {
        double both = variance(kept);
        double freed = Math.max(0, variance(before) - both);
        double added = Math.max(0, variance(now) - both);
        long change = now.liveBytes() - (before == null ? 0 : before.liveBytes());
        long interval = Sites.intervalBytes();
        double least = interval > 1 && freed + added == 0 ? (double) Math.abs(change) * interval : 0;
        return Math.round(Math.sqrt(freed + added + least));
    }

    private static double variance(SiteUsage usage) {
        return usage == null ? 0 : (double) usage.standardErrorBytes() * usage.standardErrorBytes();
    }

    private void add(
            CallSite site, long bytes, long bytesBefore, long count, long countBefore, long standardErrorBytes) {
        if (bytes != bytesBefore || count != countBefore) {
            changes.add(new Change(site, bytes, bytes - bytesBefore, count, count - countBefore, standardErrorBytes));
        }
    }

    /** A table for people; nothing if nothing changed. */
    String text(Scale scale) {
        StringBuilder text = new StringBuilder();
        if (changes.isEmpty()) {
            return "";
        }
        List<Change> shown = shown();
        text.append("\nCall sites that changed, estimates (").append(changes.size());
        text.append(shown.size() < changes.size() ? ", " + shown.size() + " shown)\n" : ")\n");
        TextTable table = TextTable.ofFiguresAndName("Bytes", "+/-", "±", "Count", "+/-", "Category", "Allocated at");
        for (Change change : shown) {
            table.add(
                    scale.format(change.bytes()),
                    scale.formatChange(change.bytesChange()),
                    scale.format(change.standardErrorBytes()),
                    Scale.B.format(change.count()),
                    Scale.B.formatChange(change.countChange()),
                    change.site().category(),
                    change.site().toString());
        }
        table.appendTo(text);
        text.append("± is one standard error of the change; where it is 0, the change is exact.\n");
        return text.toString();
    }

    /** An array. */
    String json() {
        StringBuilder json = new StringBuilder("[");
        String separator = "";
        for (Change change : shown()) {
            json.append(separator).append("{\"id\":").append(change.site().id());
            json.append(",\"type\":");
            JsonReport.appendString(json, change.site().category());
            json.append(",\"site\":");
            JsonReport.appendString(json, change.site().toString());
            json.append(",\"innermost\":");
            Frame innermost = change.site().innermost();
            JsonReport.appendString(json, innermost == null ? change.site().toString() : innermost.toString());
            json.append(",\"liveBytes\":").append(change.bytes());
            json.append(",\"liveBytesChange\":").append(change.bytesChange());
            json.append(",\"standardErrorBytes\":").append(change.standardErrorBytes());
            json.append(",\"count\":").append(change.count());
            json.append(",\"countChange\":").append(change.countChange()).append('}');
            separator = ",";
        }
        return json.append(']').toString();
    }

    private List<Change> shown() {
        return changes.subList(0, Math.min(top, changes.size()));
    }
}
