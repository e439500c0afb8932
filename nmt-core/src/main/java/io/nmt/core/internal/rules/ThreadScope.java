package io.nmt.core.internal.rules;

import io.nmt.core.model.Category;

/**
 * The scope that a thread has open, and what is in force where none is: how {@code io.nmt.core.Scope} works.
 * Thread-safe.
 */
public final class ThreadScope {
    /*
     * A scope must follow a virtual thread from carrier to carrier, so it is an ordinary thread-local, unlike the
     * counters. Looking that up at every allocation would cost a few nanoseconds, which is why no hook looks before the
     * first scope was opened. The flags are plain: they only ever turn true, and the thread that opens a scope sees its
     * own writes. Rules are given before there are hooks.
     */
    private static final ThreadLocal<ThreadScope> CURRENT = new ThreadLocal<>();

    // The one flag that each allocation looks at: whether there is anything that could change its category.
    private static boolean inUse;
    private static boolean everOpened;
    private static CategoryChoice rules;

    private final int categoryId;
    private final ThreadScope outer;
    private boolean closed;

    private ThreadScope(int categoryId, ThreadScope outer) {
        this.categoryId = categoryId;
        this.outer = outer;
    }

    /**
     * Opens a scope on the current thread.
     *
     * @param categoryId of what is allocated inside
     * @return the scope, to be closed by the same thread
     */
    public static ThreadScope open(int categoryId) {
        ThreadScope scope = new ThreadScope(categoryId, CURRENT.get());
        CURRENT.set(scope);
        everOpened = true;
        inUse = true;
        return scope;
    }

    /**
     * From now on, what no scope is open for is in the category that rules give it.
     *
     * @param given from the id of the category that a block has without them to that of the one it is in; throws
     *     nothing. To be given before there are hooks
     */
    static void use(CategoryChoice given) {
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
        if (!Category.givesWay(id)) {
            return id;
        }
        ThreadScope scope = everOpened ? CURRENT.get() : null;
        if (scope != null) {
            return scope.categoryId;
        }
        return rules == null ? id : rules.categoryId(id);
    }

    /**
     * Restores what was in force when this scope was opened. Closing twice does nothing.
     *
     * @throws IllegalStateException if this is not the innermost scope of the current thread
     */
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
