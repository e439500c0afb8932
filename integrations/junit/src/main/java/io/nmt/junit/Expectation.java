package io.nmt.junit;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Activity;
import io.nmt.core.model.SitePeak;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/**
 * The most bytes that may be live at once, beyond those live at the start.
 *
 * @param category its name; null for all together
 * @param minBytes that must have been live at some time
 * @param maxBytes that may be live at any time
 * @param limit as it was written: {@code 64MB}
 */
record Expectation(String category, long minBytes, long maxBytes, String limit) {
    private static final int MOST_STACKS = 3;

    static Expectation of(LimitNativeMemory annotation) {
        return atMost(null, annotation.value());
    }

    static Expectation of(ExpectNativeMemory annotation) {
        return new Expectation(
                annotation.category(),
                Rules.bytes("min", annotation.min()),
                Rules.bytes("max", annotation.max()),
                annotation.max());
    }

    static Expectation atMost(String category, String limit) {
        return new Expectation(category, 0, Rules.bytes("the limit", limit), limit);
    }

    /** Returns null if it is met. */
    AssertionFailedError failure(Measurement measurement) {
        if (category != null) {
            Rules.checkCategory(category);
        }
        Activity activity = measurement.activity(category);
        String held = " of " + (category == null ? "native memory" : category);
        if (activity.peakBytes() < minBytes) {
            return Failure.of(
                    "Expected at least " + LeakText.bytes(minBytes) + held + " at some time, but the most at once was "
                            + LeakText.bytes(activity.peakBytes()) + accuracy(),
                    null);
        }
        if (activity.peakBytes() <= maxBytes) {
            return null;
        }
        List<SitePeak> sites = measurement.sitePeaks().stream()
                .filter(peak -> category == null || peak.site().category().equals(category))
                .toList();
        return Failure.of(
                text(activity, held, sites),
                sites.isEmpty() ? null : sites.get(0).site());
    }

    private String text(Activity activity, String held, List<SitePeak> sites) {
        StringBuilder text = new StringBuilder();
        text.append("Limited to ").append(limit).append(held).append(", but the most at once was ");
        text.append(LeakText.bytes(activity.peakBytes()));
        if (!sites.isEmpty()) {
            text.append(": ").append(LeakText.shortName(sites.get(0).site()));
        }
        text.append('\n');
        for (SitePeak peak : sites.subList(0, Math.min(sites.size(), MOST_STACKS))) {
            text.append('\n').append(LeakText.bytes(peak.bytes())).append(" of ");
            text.append(peak.site().category()).append(" at most, allocated\n");
            LeakText.appendStack(text, peak.site());
        }
        if (!sites.isEmpty() && NativeMemory.sampling().intervalBytes() != 1) {
            text.append(
                    "\nThe figures of call sites are estimates, those of samples; with the agent's option sample=1 they"
                            + " are exact.\n");
        }
        if (sites.size() > 1) {
            text.append("\nEach call site at its own peak: these need not have been at the same time.\n");
        }
        return text.append("\nMore than was live at the start, of all threads of this JVM")
                .append(accuracy())
                .toString();
    }

    private static String accuracy() {
        return NativeMemory.snapshot().exactPeaks()
                ? "."
                : "; at least: low by at most 1 % or 64 KB per thread (exact with the agent's option peak=exact).";
    }
}
