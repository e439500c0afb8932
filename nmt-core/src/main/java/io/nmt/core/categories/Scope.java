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
    /*
     * A scope must follow a virtual thread from carrier to carrier, so it is an ordinary thread-local, unlike the
     * counters. Looking that up at every allocation would cost a few nanoseconds, which is why nobody looks before the
     * first scope was opened. The flags are plain: they only ever turn true, and the thread that opens a scope sees its
     * own writes. Rules are given before there are hooks.
     */
    private static final ThreadLocal<Scope> CURRENT = new ThreadLocal<>();

    // The one flag that each allocation looks at: whether there is anything that could change its category.
    private static boolean inUse;
    private static boolean everOpened;
    private static CategoryRules rules;

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
        inUse = true;
        return scope;
    }

    static void use(CategoryRules given) {
        rules = given;
        inUse = true;
    }

    /**
     * The category of a block that the current thread allocates. Runs inside hooks.
     *
     * @param id the category's id if nothing says otherwise
     * @return if that category gives way, the id of the innermost open scope's category, or, if no scope is open, that
     *     of the {@link CategoryRules}; else {@code id}
     */
    public static int categoryId(int id) {
        return inUse ? inForce(id) : id;
    }

    private static int inForce(int id) {
        if (!givesWay(id)) {
            return id;
        }
        Scope scope = everOpened ? CURRENT.get() : null;
        if (scope != null) {
            return scope.categoryId;
        }
        return rules == null ? id : rules.categoryId(id);
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
