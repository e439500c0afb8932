package io.nmt.core.internal.libraries;

import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.scopes.CurrentSpan;
import io.nmt.core.internal.tracker.Tracker;
import java.util.HashMap;
import java.util.Map;

/**
 * The hooks in SLF4J's {@code MDC}: its values of the keys that the agent's option {@code mdc} names are names of the
 * thread's scope. They see a value when it is set, and ask the library for nothing. The hook in OpenTelemetry shows
 * where that keeps the current context.
 *
 * <p>As in {@link io.nmt.core.internal.hooks.UnsafeHooks}, no method throws, or allocates native memory.
 */
public final class ContextHooks {
    private ContextHooks() {}

    /**
     * Called before a value is set.
     *
     * @param key any; null throws in the library
     * @param value null removes it
     */
    public static void context(String key, String value) {
        try {
            for (String wanted : ContextKeys.all()) {
                if (wanted.equals(key)) {
                    ThreadScope.setContext(wanted, value);
                }
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called before a value is removed.
     *
     * @param key any; null throws in the library
     */
    public static void context(String key) {
        context(key, null);
    }

    /** Called before all values are removed. */
    public static void context() {
        try {
            for (String wanted : ContextKeys.all()) {
                ThreadScope.setContext(wanted, null);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called before other values take the place of all. Values of a map that is the application's own class are not
     * known: its methods would be the application's code.
     *
     * @param values the map; may be null
     */
    public static void context(Map<?, ?> values) {
        try {
            boolean known = values != null && values.getClass() == HashMap.class;
            for (String wanted : ContextKeys.all()) {
                Object value = known ? values.get(wanted) : null;
                ThreadScope.setContext(wanted, value instanceof String text ? text : null);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called before OpenTelemetry's context of a thread changes.
     *
     * @param contexts what keeps them
     */
    public static void storedIn(ThreadLocal<?> contexts) {
        try {
            CurrentSpan.storedIn(contexts);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
