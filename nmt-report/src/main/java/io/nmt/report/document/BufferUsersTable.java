package io.nmt.report.document;

import io.nmt.core.model.PooledSite;
import io.nmt.report.document.Report.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classes that had buffers of pools, of all call sites. */
final class BufferUsersTable {
    private static final String LAST_HELD = "last held";
    private static final String RETAINED = "retained";
    private static final String TOOK_PARTS = "took parts";

    private static final List<Column> DATA = List.of(Column.data("class"), Column.data("bytes"));

    /** A class, and what it did. */
    private record User(String how, String className) {}

    /** The bytes of a user. */
    private static final class Bytes {
        private long held;
        private long lost;

        private long all() {
            return held + lost;
        }
    }

    private final Map<User, Bytes> users = new HashMap<>();

    private BufferUsersTable() {}

    /**
     * Adds them, the one with most bytes first; nothing if none is known.
     *
     * @param top how many
     */
    static void add(List<Section> sections, List<PooledSite> sites, int top) {
        BufferUsersTable table = new BufferUsersTable();
        for (PooledSite site : sites) {
            table.add(site.held(), false);
            table.add(site.lost(), true);
        }
        table.add(sections, top);
    }

    private void add(PooledSite.Users of, boolean areLost) {
        add(LAST_HELD, of.lastSeen(), areLost);
        add(RETAINED, of.retainedBy(), areLost);
        add(TOOK_PARTS, of.partsTakenBy(), areLost);
    }

    private void add(String how, List<PooledSite.Holder> holders, boolean areLost) {
        for (PooledSite.Holder holder : holders) {
            Bytes bytes = users.computeIfAbsent(new User(how, holder.className()), user -> new Bytes());
            bytes.held += areLost ? 0 : holder.bytes();
            bytes.lost += areLost ? holder.bytes() : 0;
        }
    }

    private void add(List<Section> sections, int top) {
        if (users.isEmpty()) {
            return;
        }
        List<Map.Entry<User, Bytes>> all = new ArrayList<>(users.entrySet());
        all.sort(Comparator.comparingLong(
                        (Map.Entry<User, Bytes> entry) -> entry.getValue().all())
                .reversed());
        List<Map.Entry<User, Bytes>> shown = Table.first(all, top);
        boolean anyLost = shown.stream().anyMatch(entry -> entry.getValue().lost > 0);
        Table table = new Table(
                "",
                Table.title("Holders, by class", all.size(), shown.size()),
                List.of(
                        Column.bytes("", "Bytes"),
                        Column.bytes("", anyLost ? "Lost" : ""),
                        Column.name("", "How"),
                        Column.name("", "Class")));
        for (Map.Entry<User, Bytes> entry : shown) {
            User user = entry.getKey();
            table.add(entry.getValue().held, entry.getValue().lost, user.how, user.className);
        }
        sections.add(table);
        sections.add(new Lines("Last held by: last class that used the buffer."
                + (did(RETAINED, shown) ? " Retained: called retain(), no release seen." : "")
                + (did(TOOK_PARTS, shown)
                        ? " Took parts: retainedSlice() and similar. An unreleased part holds the whole buffer."
                        : "")
                + "\n"));
    }

    /** Builds those of one call site that did the same, for programs. */
    static Table data(List<PooledSite.Holder> holders) {
        Table table = Table.data("", DATA);
        holders.forEach(holder -> table.add(holder.className(), holder.bytes()));
        return table;
    }

    private static boolean did(String how, List<Map.Entry<User, Bytes>> shown) {
        return shown.stream().anyMatch(entry -> entry.getKey().how.equals(how));
    }
}
