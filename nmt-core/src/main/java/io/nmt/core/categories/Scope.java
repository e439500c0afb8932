package io.nmt.core.categories;

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
 * Category#FOREIGN_MEMORY}, {@link Category#FOREIGN_MALLOC} and {@link Category#JNA}. What the JDK allocates for itself meanwhile, such as a cached temporary buffer, outlives the
 * scope and keeps its own category. Scopes nest. A scope belongs to one thread, also to a virtual one, and is not
 * inherited: to cover work handed to another thread, open one there.
 */
public final class Scope implements AutoCloseable {
    /*
     * A scope must follow a virtual thread from carrier to carrier, so it is an ordinary thread-local, unlike the
     * counters. Looking that up at every allocation would cost a few nanoseconds, which is why nobody looks before the
     * first scope was opened. The flag is plain: it only ever turns true, and the thread that opens a scope sees its own
     * write.
     */
    private static final ThreadLocal<Scope> CURRENT = new ThreadLocal<>();

    private static boolean everOpened;

    private final int categoryId;
    private final Scope outer;
    private boolean closed;

    private Scope(int categoryId, Scope outer) {
        this.categoryId = categoryId;
        this.outer = outer;
    }

    /**
     * Opens a scope on the current thread.
     *
     * @param category of what is allocated inside
     * @return the scope, to be closed by the same thread
     */
    public static Scope open(Category category) {
        Scope scope = new Scope(Objects.requireNonNull(category, "category").id(), CURRENT.get());
        CURRENT.set(scope);
        everOpened = true;
        return scope;
    }

    /**
     * The category of a block that the current thread allocates. Runs inside hooks.
     *
     * @param id the category's id if there is no scope
     * @return the id of the innermost open scope's category if that category gives way to scopes, else {@code id}
     */
    public static int categoryId(int id) {
        if (!everOpened) {
            return id;
        }
        Scope scope = CURRENT.get();
        return scope != null && givesWay(id) ? scope.categoryId : id;
    }

    private static boolean givesWay(int id) {
        return id == Category.UNSAFE.id()
                || id == Category.DIRECT_BUFFER.id()
                || id == Category.FOREIGN_MEMORY.id()
                || id == Category.FOREIGN_MALLOC.id()
                || id == Category.JNA.id();
    }

    /**
     * Restores what was in force when this scope was opened. Closing twice does nothing.
     *
     * @throws IllegalStateException if this is not the innermost scope of the current thread
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (CURRENT.get() != this) {
            throw new IllegalStateException("Scopes are closed by their own thread, the innermost first");
        }
        closed = true;
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
