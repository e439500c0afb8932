package io.nmt.bench.endtoend;

import io.nmt.bench.support.MarkdownTable;
import io.nmt.bench.support.Runs;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of all runs, printed as Markdown: the median of each variant's runs, and its ratio to the median of
 * {@link ServiceVariant#NOTHING}.
 */
final class ResultTable {
    private final Map<ServiceVariant, List<Map<Figure, Double>>> runs = new EnumMap<>(ServiceVariant.class);

    ResultTable() {
        for (ServiceVariant variant : ServiceVariant.values()) {
            runs.put(variant, new ArrayList<>());
        }
    }

    void add(ServiceVariant variant, Map<Figure, Double> figures) {
        runs.get(variant).add(figures);
    }

    void print(PrintStream out) {
        MarkdownTable figures = new MarkdownTable(row("median", variant -> variant.label, "spread"));
        for (Figure figure : Figure.values()) {
            figures.row(row(
                    figure.label + ", " + figure.unit,
                    variant -> absolute(figure, variant),
                    String.format("±%.1f %%", 100 * spread(figure))));
        }
        figures.print(out);
        out.println("In brackets: the ratio to \"nothing\". Spread: half the distance between the quartiles of the"
                + " runs with");
        out.println("\"nothing\", in per cent of their median; what differs by less does not differ.");
        out.println();
        MarkdownTable goals =
                new MarkdownTable("goal: at or below 1", "agent / HotSpot NMT", "JFR + agent / JFR + HotSpot NMT");
        for (Figure figure : Figure.values()) {
            goals.row(
                    figure.label,
                    verdict(figure, ServiceVariant.AGENT, ServiceVariant.HOTSPOT_NMT),
                    verdict(figure, ServiceVariant.JFR_AGENT, ServiceVariant.JFR_HOTSPOT_NMT));
        }
        goals.print(out);
    }

    private static List<String> row(String head, Function<ServiceVariant, String> cell, String last) {
        List<String> row = new ArrayList<>();
        row.add(head);
        for (ServiceVariant variant : ServiceVariant.values()) {
            row.add(cell.apply(variant));
        }
        row.add(last);
        return row;
    }

    private String absolute(Figure figure, ServiceVariant variant) {
        double median = quantile(figure, variant, 0.5);
        String format = figure.unit.equals("ms") && median < 100 ? "%.3f" : "%.1f";
        return String.format(format + " (%.3f)", median, ratio(figure, variant, ServiceVariant.NOTHING));
    }

    private String verdict(Figure figure, ServiceVariant variant, ServiceVariant base) {
        double ratio = ratio(figure, variant, base);
        String verdict = ratio <= 1 ? "met" : ratio <= 1 + spread(figure) ? "no difference" : "MISSED";
        return String.format("%.3f %s", ratio, verdict);
    }

    private double spread(Figure figure) {
        return (quantile(figure, ServiceVariant.NOTHING, 0.75) - quantile(figure, ServiceVariant.NOTHING, 0.25))
                / (2 * quantile(figure, ServiceVariant.NOTHING, 0.5));
    }

    private double ratio(Figure figure, ServiceVariant variant, ServiceVariant base) {
        return quantile(figure, variant, 0.5) / quantile(figure, base, 0.5);
    }

    private double quantile(Figure figure, ServiceVariant variant, double quantile) {
        return Runs.quantile(
                quantile,
                runs.get(variant).stream().mapToDouble(run -> run.get(figure)).toArray());
    }
}
