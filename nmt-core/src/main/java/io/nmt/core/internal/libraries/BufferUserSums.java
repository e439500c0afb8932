package io.nmt.core.internal.libraries;

import io.nmt.core.model.PooledSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up the bytes of buffers by the classes that had them. Not thread-safe. */
final class BufferUserSums {
    private final Map<String, Long> lastSeen = new HashMap<>();
    private final Map<String, Long> retainers = new HashMap<>();
    private final Map<String, Long> partTakers = new HashMap<>();

    void add(String last, List<String> retained, List<String> partsTaken, long bytes) {
        if (last != null) {
            lastSeen.merge(last, bytes, Long::sum);
        }
        for (String user : Set.copyOf(retained)) {
            retainers.merge(user, bytes, Long::sum);
        }
        for (String user : Set.copyOf(partsTaken)) {
            partTakers.merge(user, bytes, Long::sum);
        }
    }

    /** Adds a share of others. */
    void add(BufferUserSums other, double share) {
        add(other.lastSeen, lastSeen, share);
        add(other.retainers, retainers, share);
        add(other.partTakers, partTakers, share);
    }

    private static void add(Map<String, Long> from, Map<String, Long> into, double share) {
        from.forEach((user, bytes) -> into.merge(user, (long) (bytes * share), Long::sum));
    }

    PooledSite.Users get() {
        return new PooledSite.Users(holders(lastSeen), holders(retainers), holders(partTakers));
    }

    private static List<PooledSite.Holder> holders(Map<String, Long> users) {
        List<PooledSite.Holder> holders = new ArrayList<>();
        users.forEach((name, bytes) -> holders.add(new PooledSite.Holder(name, bytes)));
        holders.sort(Comparator.comparingLong(PooledSite.Holder::bytes).reversed());
        return holders;
    }
}
