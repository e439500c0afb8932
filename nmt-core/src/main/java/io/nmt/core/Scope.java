package io.nmt.core;

import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.model.Category;
import java.util.Objects;

/**
 * Gives what the current thread allocates a category, or a name such as its tenant, from {@link #open} to {@link
 * #close}.
 *
 * <pre>{@code
 * try (var scope = Scope.open(Category.of("Index"))) {
 *     buffer = ByteBuffer.allocateDirect(1 << 20); // in "Index"
 * }
 * }</pre>
 *
 * <p>It takes in what the application asked for: {@link Category#DIRECT_BUFFER}, {@link Category#UNSAFE}, {@link
 * Category#FOREIGN_MEMORY}, {@link Category#FOREIGN_MALLOC} and {@link Category#JNA}. What the JDK allocates for itself
 * meanwhile, such as a cached temporary buffer, outlives the scope and keeps its own category. Scopes nest.
 *
 * <p>A name changes no category. It is kept with sampled blocks, and {@link NativeMemory#scopes} sums by it:
 *
 * <pre>{@code
 * try (var scope = Scope.open("tenant", "acme")) {
 *     handle(request);
 * }
 * }</pre>
 *
 * Inside one another, scopes of several keys count together ({@code tenant=acme, request=42}); of one key the innermost
 * counts.
 *
 * <p>A scope belongs to one thread, also to a virtual one, and is not inherited. Work that is handed to another thread
 * is in it only if it is passed on, which is to open one there:
 *
 * <pre>{@code
 * CompletableFuture.supplyAsync(() -> {
 *     try (var scope = Scope.open(index)) {
 *         return ByteBuffer.allocateDirect(1 << 20); // in "Index", whatever is open where supplyAsync is called
 *     }
 * });
 * }</pre>
 *
 * <p>A task or a dependent stage that does not open one has the scope of the thread that happens to run it. That is
 * none on a thread of a pool; but a thread that waits ({@code CompletableFuture.join}) or that adds a stage to what is
 * completed already ({@code thenApply}) may run it itself, and then inside its own scope.
 *
 * <p>Unused, scopes cost nothing: until the first one is opened, an allocation does not look for them. For a name, only
 * a sampled one looks.
 */
public final class Scope implements AutoCloseable {
    private final ThreadScope scope;

    private Scope(ThreadScope scope) {
        this.scope = scope;
    }

    /**
     * Opens a scope on the current thread.
     *
     * @param category of what is allocated inside
     * @return the scope, to be closed by the same thread
     */
    public static Scope open(Category category) {
        return new Scope(
                ThreadScope.open(Objects.requireNonNull(category, "category").id()));
    }

    /**
     * Opens a scope with a name on the current thread. At most 4,094 names are told apart, fewer in a small heap:
     * {@link NativeMemory#scopes} has the rest as one. Of a key and of a value, the first 100 characters count.
     *
     * @param key the kind of context, for example {@code tenant}
     * @param value the one that it is, for example {@code acme}
     * @return the scope, to be closed by the same thread
     * @throws IllegalArgumentException if {@code key} is empty
     */
    public static Scope open(String key, String value) {
        Objects.requireNonNull(value, "value");
        if (key.isEmpty()) {
            throw new IllegalArgumentException("The key of a scope is empty");
        }
        return new Scope(ThreadScope.open(key, value));
    }

    /**
     * Restores what was in force when this scope was opened. Closing twice does nothing.
     *
     * @throws IllegalStateException if this is not the innermost scope of the current thread
     */
    @Override
    public void close() {
        scope.close();
    }
}
