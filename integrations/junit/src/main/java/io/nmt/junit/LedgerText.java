package io.nmt.junit;

import io.nmt.core.model.Scale;
import java.util.Comparator;
import java.util.List;

/** The report at the end of a run. */
final class LedgerText {
    private static final int MOST_TESTS = 10;

    private LedgerText() {}

    /** Nothing if no test was measured. */
    static String of(List<Ledger.Entry> measured) {
        if (measured.isEmpty()) {
            return "";
        }
        long othersBytes =
                measured.stream().mapToLong(Ledger.Entry::othersBytes).sum();
        String others = othersBytes == 0
                ? ""
                : "Not counted: " + LeakText.bytes(othersBytes)
                        + " of threads that ran before a test, or of unknown owners\n";
        return leaks(leaking(measured), measured.size()) + others;
    }

    /** Those that leak, the one that leaks most first. */
    private static List<Ledger.Entry> leaking(List<Ledger.Entry> measured) {
        return measured.stream()
                .filter(Ledger.Entry::leaks)
                .sorted(Comparator.comparingLong(Ledger.Entry::bytes)
                        .thenComparingLong(Ledger.Entry::handles)
                        .reversed())
                .toList();
    }

    private static String leaks(List<Ledger.Entry> leaking, int measured) {
        String tests = Scale.group(measured) + (measured == 1 ? " measured test" : " measured tests");
        if (leaking.isEmpty()) {
            return "Native memory: " + tests + ", none leaked\n";
        }
        StringBuilder text = new StringBuilder();
        text.append("Native memory: ")
                .append(Scale.group(leaking.size()))
                .append(" of ")
                .append(tests)
                .append(leaking.size() == 1 ? " leaks" : " leak");
        text.append(leaking.size() > MOST_TESTS ? "; the ten that leak most:\n" : ":\n");
        text.append(
                String.format("%14s %8s %8s  %s%n", "Bytes", "Blocks", "Handles", "Test, and where it allocated most"));
        for (Ledger.Entry entry : leaking.subList(0, Math.min(leaking.size(), MOST_TESTS))) {
            text.append(String.format(
                    "%14s %8s %8s  %s%n",
                    Scale.group(entry.bytes()),
                    Scale.group(entry.blocks()),
                    Scale.group(entry.handles()),
                    entry.name()));
            text.append(" ".repeat(36)).append(entry.where()).append('\n');
        }
        return text.toString();
    }
}
