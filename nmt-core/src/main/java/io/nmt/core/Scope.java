package io.nmt.core;

import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.model.Category;
import java.util.Objects;

/**
 * Gives what the current thread allocates a category, from {@link #open} to {@link #close}.
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
 * <p>Unused, scopes cost nothing: until the first one is opened, an allocation does not look for them.
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
     * Restores what was in force when this scope was opened. Closing twice does nothing.
     *
     * @throws IllegalStateException if this is not the innermost scope of the current thread
     */
    @Override
    public void close() {
        scope.close();
    }
}
