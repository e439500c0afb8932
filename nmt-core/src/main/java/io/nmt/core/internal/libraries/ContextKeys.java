package io.nmt.core.internal.libraries;

import io.nmt.core.internal.scopes.NamedScopes;
import java.util.List;

/** The keys of a thread's context whose values are names of scopes. Thread-safe. */
public final class ContextKeys {
    private static volatile String[] keys = {};

    private ContextKeys() {}

    /**
     * Looks at these keys from now on. To be called before there are hooks.
     *
     * @param wanted the keys, mostly none
     * @param spans whether current spans are names of scopes, too
     */
    public static void use(List<String> wanted, boolean spans) {
        if (!wanted.isEmpty() || spans) {
            NamedScopes.names(NamedScopes.NONE); // initialises it, with stack and heap to spare
            keys = wanted.toArray(new String[0]);
        }
    }

    /** The keys; not to be changed. */
    static String[] all() {
        return keys;
    }
}
