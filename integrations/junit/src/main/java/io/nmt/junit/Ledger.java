package io.nmt.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The leaks of each measured test, until they are reported. Thread-safe. */
final class Ledger {
    /**
     * A test.
     *
     * @param name of it
     * @param bytes that it left
     * @param blocks of these, or buffers of pools
     * @param handles that it did not close
     * @param where most of it was made
     * @param othersBytes what threads left meanwhile that ran before it, or of unknown owners
     */
    record Entry(String name, long bytes, long blocks, long handles, String where, long othersBytes) {
        boolean leaks() {
            return blocks + handles > 0;
        }
    }

    private static final Map<String, Entry> BY_ID = new LinkedHashMap<>();

    private Ledger() {}

    static synchronized void add(String id, String name, TestLeaks leaks) {
        long bytes = 0;
        long blocks = 0;
        long handles = 0;
        List<Leak> judged = leaks.judged();
        for (Leak leak : judged) {
            bytes += leak.bytes();
            handles += leak.kind() == Leak.Kind.HANDLES ? leak.count() : 0;
            blocks += leak.kind() == Leak.Kind.HANDLES ? 0 : leak.count();
        }
        long othersBytes = leaks.others().stream()
                .filter(leak -> leak.keptByDesign() == null)
                .mapToLong(Leak::bytes)
                .sum();
        BY_ID.put(id, new Entry(name, bytes, blocks, handles, judged.isEmpty() ? "" : where(judged), othersBytes));
    }

    private static String where(List<Leak> judged) {
        Leak first = judged.get(0);
        String site = first.site() == null ? "(not known)" : LeakText.shortName(first.site());
        return first.category() + ", " + site;
    }

    static synchronized boolean has(String id) {
        return BY_ID.containsKey(id);
    }

    /** Removes all tests: an editor runs each class as a run of its own, whose report is to have only its tests. */
    static synchronized List<Entry> take() {
        List<Entry> entries = new ArrayList<>(BY_ID.values());
        BY_ID.clear();
        return entries;
    }
}
