package io.nmt.jfr.recordings;

import io.nmt.core.model.ScopeName;
import io.nmt.core.model.ScopeUsage;
import java.time.Instant;
import java.util.List;

/** The named scopes of the last emission. */
final class LastScopes {
    private final LastEmission<ScopeUsage> scopes = new LastEmission<>();

    void add(EventData event) {
        String scope = event.getString("scope");
        String mostAt = event.getString("mostAt");
        if (scope == null) {
            return; // JDK 17 may leave a string out of a chunk.
        }
        scopes.add(
                event,
                scope,
                new ScopeUsage(
                        scope.equals(ScopeUsage.NO_SCOPE) ? List.of() : List.of(new ScopeName("", scope)),
                        event.getLong("liveBytes"),
                        event.getLong("standardError"),
                        event.getLong("count"),
                        event.getLong("allocated"),
                        event.getLong("allocatedError"),
                        event.getDuration("oldestAge").toNanos(),
                        mostAt == null ? "" : mostAt,
                        event.getLong("mostAtBytes")));
    }

    /**
     * The one with most live bytes first. Its names are one text.
     *
     * @param atLeast when the last emission of any of our events began, or earlier
     */
    List<ScopeUsage> get(Instant atLeast) {
        return scopes.last(atLeast);
    }
}
