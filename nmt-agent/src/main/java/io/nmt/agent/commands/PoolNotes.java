package io.nmt.agent.commands;

import io.nmt.core.model.PooledSite;
import java.util.List;

/** What to say of pools where call sites are shown. */
final class PoolNotes {
    private static final String WHO = "Buffers of pools are among them: the command pools tells which classes, such as"
            + " handlers, had them last.";

    private PoolNotes() {}

    /** Where more is told of the buffers of pools; nothing if there are none. */
    static String whereUsersAre(List<PooledSite> sites) {
        return sites.isEmpty() ? "" : WHO;
    }
}
