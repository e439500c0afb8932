package io.nmt.spark.fleet;

import io.nmt.report.document.Amounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A comparison of two versions of an application on a fleet of hosts, as text. */
public final class FleetReport {
    private static final int MOST_ROWS = 20;
    private static final String LINE = "%12s  %12s  %12s  %12s  %9s  %s%n";

    private final String from;
    private final String to;
    private final double error;
    private final List<Tested> sites = new ArrayList<>();
    private final List<SiteComparison> all;

    private record Tested(SiteComparison site, double adjusted) {}

    private record Found(SiteComparison site, Outlier outlier) {}

    /**
     * Judges all together.
     *
     * @param from the first version
     * @param to the second
     * @param error how probable it may be that one or more of the sites that are found to have changed have not
     * @param compared the sites, and the total
     */
    public FleetReport(String from, String to, double error, List<SiteComparison> compared) {
        this.from = from;
        this.to = to;
        this.error = error;
        this.all = List.copyOf(compared);
        adjust(compared.stream()
                .filter(site -> !site.isTotal())
                .sorted(Comparator.comparingDouble(SiteComparison::probability))
                .toList());
    }

    /** Holm's correction: the smallest of N probabilities counts N times, the next one N - 1 times, and so on. */
    private void adjust(List<SiteComparison> inOrder) {
        double least = 0;
        for (int i = 0; i < inOrder.size(); i++) {
            least = Math.max(
                    least, Math.min(1, (inOrder.size() - i) * inOrder.get(i).probability()));
            sites.add(new Tested(inOrder.get(i), least));
        }
    }

    /**
     * The call sites that have grown, the one with the most bytes per host first.
     *
     * @return those that chance does not explain
     */
    public List<SiteComparison> grown() {
        return changed(1).stream().map(Tested::site).toList();
    }

    /**
     * Those that have shrunk, likewise.
     *
     * @return those that chance does not explain
     */
    public List<SiteComparison> shrunk() {
        return changed(-1).stream().map(Tested::site).toList();
    }

    private List<Tested> changed(int sign) {
        return sites.stream()
                .filter(tested -> tested.adjusted <= error && sign * tested.site.changeBytes() > 0)
                .sorted(Comparator.comparingDouble(tested -> -sign * tested.site.changeBytes()))
                .toList();
    }

    /**
     * The lines.
     *
     * @param fromHosts how many hosts have the first version
     * @param toHosts how many have the second
     * @param recordings that were read
     * @param problems files that could not be read, or not to their ends
     * @return text
     */
    public String text(int fromHosts, int toHosts, long recordings, long problems) {
        StringBuilder text = new StringBuilder(2000);
        add(
                text,
                "Native memory of %,d recordings: %,d hosts with version %s, %,d with %s; %,d call sites compared%n",
                recordings,
                fromHosts,
                from,
                toHosts,
                to,
                sites.size());
        if (problems > 0) {
            add(text, "%,d files could not be read, or not to their ends: the log says which%n", problems);
        }
        add(text, "Probability that a change below is chance: %s for all together (Welch, Holm)%n", probability(error));
        appendChanges(text, "Grew", changed(1));
        appendChanges(text, "Shrank", changed(-1));
        appendOutliers(text);
        return text.toString();
    }

    private void appendChanges(StringBuilder text, String title, List<Tested> changed) {
        add(text, "%n%s from %s to %s, per host (%,d)%n", title, from, to, changed.size());
        if (changed.isEmpty()) {
            return;
        }
        add(text, LINE, "Change", "95 % ±", from, to, "p", "Call site");
        for (Tested tested : changed.subList(0, Math.min(MOST_ROWS, changed.size()))) {
            SiteComparison site = tested.site;
            add(
                    text,
                    LINE,
                    bytes(site.changeBytes()),
                    bytes(site.marginBytes()),
                    bytes(site.fromBytes()),
                    bytes(site.toBytes()),
                    probability(tested.adjusted),
                    site.method() + " [" + site.category() + "]");
        }
    }

    private void appendOutliers(StringBuilder text) {
        List<Found> found = new ArrayList<>();
        for (SiteComparison site : all) {
            site.outliers().forEach(outlier -> found.add(new Found(site, outlier)));
        }
        found.sort(Comparator.comparingDouble(one -> -one.outlier.excessBytes()));
        add(
                text,
                "%nHosts that hold other than those of the same version, by median and its deviations (%,d)%n",
                found.size());
        for (Found one : found.subList(0, Math.min(MOST_ROWS, found.size()))) {
            HostValue value = one.outlier.value();
            add(
                    text,
                    "%s, version %s: %s where the median is %s: %s%n",
                    value.host(),
                    value.version(),
                    bytes(value.bytes()),
                    bytes(one.outlier.medianBytes()),
                    one.site.isTotal() ? "total" : one.site.method() + " [" + one.site.category() + "]");
        }
    }

    private static void add(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }

    private static String probability(double probability) {
        return probability < 1e-12 ? "<1e-12" : String.format(Locale.ROOT, "%.1g", probability);
    }

    private static String bytes(double bytes) {
        return Amounts.format(Math.round(bytes));
    }
}
