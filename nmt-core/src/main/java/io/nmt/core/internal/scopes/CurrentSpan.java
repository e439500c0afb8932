package io.nmt.core.internal.scopes;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.ref.WeakReference;

/**
 * The name of OpenTelemetry's current span, read from the fields of its context where a sample is taken. Thread-safe.
 *
 * <p>No method of the library runs. A context, key or span of another class has no name here: one that is not sampled,
 * for example.
 */
public final class CurrentSpan {
    /** The key of scopes that are named by it. */
    public static final String KEY = "span";

    private static final String SPAN_KEY = "opentelemetry-trace-span-key"; // SpanContextKey
    private static final int MOST_STORAGES = 8; // copies of the library

    private static final Field ENTRIES = new Field("opentelemetry.context.ArrayBasedContext", "entries");
    private static final Field KEY_NAME = new Field("opentelemetry.context.DefaultContextKey", "name");
    private static final Field SPAN_NAME = new Field("opentelemetry.sdk.trace.SdkSpan", "name");

    // Of the JDK's own class, so that none of them keeps the library's class loader.
    private static volatile ThreadLocal<?>[] storages = {};

    private CurrentSpan() {}

    /**
     * Reads this thread-local from now on. Runs inside a hook, whenever a context becomes the current one.
     *
     * @param storage that the library keeps each thread's context in
     */
    public static void storedIn(ThreadLocal<?> storage) {
        for (ThreadLocal<?> known : storages) {
            if (known == storage) {
                return;
            }
        }
        add(storage);
    }

    private static void add(ThreadLocal<?> storage) {
        // Two threads may lose one of two: the next context brings it again.
        ThreadLocal<?>[] known = storages;
        if (storage != null && storage.getClass() == ThreadLocal.class && known.length < MOST_STORAGES) {
            ThreadLocal<?>[] more = new ThreadLocal<?>[known.length + 1];
            System.arraycopy(known, 0, more, 0, known.length);
            more[known.length] = storage;
            storages = more;
        }
    }

    /**
     * Tells whether there may be a span.
     *
     * @return false as long as no context was ever the current one
     */
    public static boolean isRead() {
        return storages.length > 0;
    }

    /**
     * Finds the scope of a block that the current thread allocates. Runs inside hooks.
     *
     * @param named the scope that it is in, as in {@link NamedScopes}
     * @return the same with the current span, if that has a name
     */
    public static int within(int named) {
        for (ThreadLocal<?> storage : storages) {
            String name = nameIn(storage.get());
            if (name != null) {
                return NamedScopes.of(named, KEY, name);
            }
        }
        return named;
    }

    /** The name of a context's span; null if none is known. */
    static String nameIn(Object context) {
        if (ENTRIES.of(context) instanceof Object[] entries) {
            for (int i = 0; i + 1 < entries.length; i += 2) {
                if (SPAN_KEY.equals(KEY_NAME.of(entries[i]))) {
                    return SPAN_NAME.of(entries[i + 1]) instanceof String name ? name : null;
                }
            }
        }
        return null;
    }

    /** A field of a class, or of its relocated copies, which does not keep their class loaders. */
    private static final class Field {
        private final String ofClass;
        private final String name;
        private volatile Place last = new Place(new WeakReference<>(null), JdkAccess.NO_FIELD);

        private record Place(WeakReference<Class<?>> type, long offset) {}

        Field(String ofClass, String name) {
            this.ofClass = ofClass;
            this.name = name;
        }

        /** The value in an object; null if the object is none of that class, or has no such field. */
        Object of(Object object) {
            if (object == null) {
                return null;
            }
            Class<?> type = object.getClass();
            Place place = last;
            if (place.type.get() != type) {
                boolean isOfClass = type.getName().endsWith(ofClass);
                place = new Place(
                        new WeakReference<>(type),
                        isOfClass ? JdkInternals.access().fieldOffset(type, name) : JdkAccess.NO_FIELD);
                last = place;
            }
            return place.offset == JdkAccess.NO_FIELD
                    ? null
                    : JdkInternals.access().reference(object, place.offset);
        }
    }
}
