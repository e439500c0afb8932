package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.KB;
import static io.nmt.agent.golden.Fixed.MB;
import static io.nmt.agent.golden.Fixed.SECOND;

import io.nmt.core.model.ScopeName;
import io.nmt.core.model.ScopeUsage;
import java.util.List;

/** Memory by tenant and request. */
public final class NamedScopes {
    private static final ScopeName ACME = new ScopeName("tenant", "acme");
    private static final String CACHE = "io.acme.Cache.put(Cache.java:35)";

    private NamedScopes() {}

    /** Two tenants, of one two requests, one scope that only freed, and blocks in no scope. */
    public static List<ScopeUsage> tenants() {
        return List.of(
                new ScopeUsage(
                        List.of(ACME, new ScopeName("request", "42")),
                        12 * MB,
                        2 * MB,
                        1_234,
                        250 * MB,
                        11 * MB,
                        90 * SECOND,
                        CACHE,
                        9 * MB),
                new ScopeUsage(List.of(), 7 * MB, MB, 88, ScopeUsage.UNKNOWN, 0, 300 * SECOND, CACHE, 6 * MB),
                new ScopeUsage(
                        List.of(ACME, new ScopeName("request", "43")),
                        5 * MB,
                        MB,
                        600,
                        6 * MB,
                        2 * MB,
                        40 * SECOND,
                        CACHE,
                        5 * MB),
                new ScopeUsage(
                        List.of(new ScopeName("tenant", "initech")),
                        640 * KB,
                        0,
                        1,
                        640 * KB,
                        0,
                        SECOND,
                        "io.acme.Codec.encode(Codec.java:12) by com.lib.Pool.take(Pool.java:7)",
                        640 * KB),
                new ScopeUsage(
                        List.of(new ScopeName("job", "nightly")), 0, ScopeUsage.UNKNOWN, 0, 3 * MB, MB, 0, "", 0));
    }
}
