package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prometheus' text, of which labels of the exporter's own are left out. */
final class Exposition {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(nmt_\\w+)(?:\\{(.*)\\})? (\\S+)$");
    private static final Pattern CATEGORY = Pattern.compile("nmt_category=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** By name, or by name and category with a slash between. */
    private final Map<String, Double> samples = new LinkedHashMap<>();

    private final Map<String, Figures.Usage> categories = new LinkedHashMap<>();

    Exposition(String text) {
        Matcher sample = SAMPLE.matcher(text);
        while (sample.find()) {
            Matcher category = CATEGORY.matcher(sample.group(2) == null ? "" : sample.group(2));
            String suffix = category.find() ? "/" + unescape(category.group(1)) : "";
            assertThat(samples.put(sample.group(1) + suffix, Double.valueOf(sample.group(3))))
                    .as("a second " + sample.group())
                    .isNull();
        }
        samples.keySet().stream()
                .filter(key -> key.startsWith("nmt_memory_used_bytes/"))
                .map(key -> key.substring(key.indexOf('/') + 1))
                .forEach(category -> categories.put(
                        category,
                        new Figures.Usage(
                                value("nmt_memory_used_bytes/" + category),
                                value("nmt_memory_peak_bytes/" + category),
                                value("nmt_memory_blocks/" + category))));
    }

    private static String unescape(String label) {
        return label.replaceAll("\\\\(.)", "$1");
    }

    /** A whole number, exactly. */
    long value(String sample) {
        assertThat(samples).containsKey(sample);
        double value = samples.get(sample);
        assertThat(value).isEqualTo(Math.rint(value));
        return (long) value;
    }

    boolean has(String sample) {
        return samples.containsKey(sample);
    }

    Map<String, Figures.Usage> categories() {
        return categories;
    }

    /** Some categories, which nothing but the program uses, are as the tracker says before and after. */
    void assertEqual(Map<String, Figures.Usage> before, Map<String, Figures.Usage> after, String... own) {
        assertThat(before).containsKeys(own);
        for (String category : own) {
            assertThat(after).containsEntry(category, before.get(category));
            assertThat(categories).containsEntry(category, before.get(category));
        }
    }

    /** The process's figures are there, and make sense together. */
    void assertProcess() {
        long rss = value("nmt_process_rss_bytes");
        assertThat(rss).isGreaterThan(10 << 20);
        assertThat(value("nmt_process_untracked_bytes")).isBetween(0L, rss);
        assertThat(value("nmt_direct_used_bytes")).isBetween(0L, value("nmt_direct_limit_bytes"));
        assertThat(has("nmt_leak_suspects")).isTrue();
        assertThat(value("nmt_total_peak_bytes")).isGreaterThan(11_234_567);
        assertThat(has("nmt_cgroup_used_bytes")).isEqualTo(has("nmt_cgroup_limit_bytes"));
        assertThat(samples.values()).allMatch(value -> value >= 0);
    }
}
