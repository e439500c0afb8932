package io.nmt.report.document;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classes that had buffers of pools, of all call sites. */
final class BufferUsersTable {
    private static final String LAST_IN = "last in";
    private static final String RETAINED = "retained";
    private static final String TOOK_PARTS = "took parts";

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
     * Writes them, the one with most bytes first; nothing if none is known.
     *
     * @param top how many
     */
    static void append(StringBuilder text, List<PooledSite> sites, Scale scale, int top) {
        BufferUsersTable table = new BufferUsersTable();
        for (PooledSite site : sites) {
            table.add(site.held(), false);
            table.add(site.lost(), true);
        }
        table.append(text, scale, top);
    }

    private void add(PooledSite.Users of, boolean areLost) {
        add(LAST_IN, of.lastSeen(), areLost);
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

    private void append(StringBuilder text, Scale scale, int top) {
        if (users.isEmpty()) {
            return;
        }
        List<Map.Entry<User, Bytes>> all = new ArrayList<>(users.entrySet());
        all.sort(Comparator.comparingLong(
                        (Map.Entry<User, Bytes> entry) -> entry.getValue().all())
                .reversed());
        List<Map.Entry<User, Bytes>> shown = TableTitle.append(text, "\nHolders, by class", all, top);
        boolean anyLost = shown.stream().anyMatch(entry -> entry.getValue().lost > 0);
        TextTable table = anyLost
                ? TextTable.ofFiguresAndName("Bytes", "Lost", "How", "Class")
                : TextTable.ofFiguresAndName("Bytes", "How", "Class");
        for (Map.Entry<User, Bytes> entry : shown) {
            User user = entry.getKey();
            String held = scale.format(entry.getValue().held);
            if (anyLost) {
                table.add(held, scale.format(entry.getValue().lost), user.how, user.className);
            } else {
                table.add(held, user.how, user.className);
            }
        }
        table.appendTo(text);
        text.append("Last in: had them last, as far as the library reports.");
        if (did(RETAINED, shown)) {
            text.append(" Retained: called retain() and was not seen to release.");
        }
        if (did(TOOK_PARTS, shown)) {
            text.append(
                    " Took parts: retainedSlice() and the like, mostly to pass them on. A part that is not released "
                            + "holds the whole.");
        }
        text.append('\n');
    }

    private static boolean did(String how, List<Map.Entry<User, Bytes>> shown) {
        return shown.stream().anyMatch(entry -> entry.getKey().how.equals(how));
    }
}
