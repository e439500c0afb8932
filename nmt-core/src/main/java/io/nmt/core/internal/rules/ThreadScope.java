package io.nmt.core.internal.rules;

import io.nmt.core.internal.scopes.CurrentSpan;
import io.nmt.core.internal.scopes.NamedScopes;
import io.nmt.core.model.Category;

/**
 * The scope that a thread has open, and what is in force where none is: how {@code io.nmt.core.Scope} works.
 * Thread-safe.
 */
public final class ThreadScope {
    /*
     * A scope must follow a virtual thread from carrier to carrier, so it is an ordinary thread-local, unlike the
     * counters. Looking that up at every allocation would cost a few nanoseconds, which is why no hook looks before the
     * first scope was opened. A scope with a name alone changes no category: samples ask for it, allocations do not.
     * The flags that allocations read are plain: they only ever turn true, and the thread that opens a scope sees its
     * own writes. Rules are given before there are hooks.
     */
    private static final ThreadLocal<ThreadScope> CURRENT = new ThreadLocal<>();
    private static final int NO_CATEGORY = -1;

    // The one flag that each allocation looks at: whether there is anything that could change its category.
    private static boolean inUse;
    private static boolean everOpened;
    private static volatile boolean everNamed;
    private static CategoryChoice rules;

    private final int categoryId;
    private final boolean base; // what the thread's context says, around all scopes: never closed
    private int nameId;
    private ThreadScope outer;
    private boolean closing;
    private boolean closed;

    private ThreadScope(int categoryId, int nameId, ThreadScope outer) {
        this(categoryId, nameId, outer, false);
    }

    private ThreadScope(int categoryId, int nameId, ThreadScope outer, boolean base) {
        this.base = base;
        this.categoryId = categoryId;
        this.nameId = nameId;
        this.outer = outer;
    }

    /**
     * Opens a scope on the current thread.
     *
     * @param categoryId of what is allocated inside
     * @return the scope, to be closed by the same thread
     */
    public static ThreadScope open(int categoryId) {
        ThreadScope outer = CURRENT.get();
        ThreadScope scope = new ThreadScope(categoryId, outer == null ? NamedScopes.NONE : outer.nameId, outer);
        CURRENT.set(scope);
        everOpened = true;
        inUse = true;
        return scope;
    }

    /**
     * Opens a scope with a name on the current thread. Categories stay as they are.
     *
     * @param key of the name
     * @param value of the name
     * @return the scope, to be closed by the same thread
     */
    public static ThreadScope open(String key, String value) {
        ThreadScope outer = CURRENT.get();
        int nameId = NamedScopes.of(outer == null ? NamedScopes.NONE : outer.nameId, key, value);
        ThreadScope scope = new ThreadScope(outer == null ? NO_CATEGORY : outer.categoryId, nameId, outer);
        CURRENT.set(scope);
        everNamed = true;
        return scope;
    }

    /**
     * Says that the current thread's context has a value from now on, within its open scopes, too, and when they are
     * closed.
     *
     * @param key of the context
     * @param value null if it has none any more
     */
    public static void setContext(String key, String value) {
        ThreadScope scope = CURRENT.get();
        if (scope == null) {
            if (value == null) {
                return;
            }
            scope = new ThreadScope(NO_CATEGORY, NamedScopes.NONE, null, true);
            CURRENT.set(scope);
        }
        while (true) {
            scope.nameId =
                    value == null ? NamedScopes.without(scope.nameId, key) : NamedScopes.of(scope.nameId, key, value);
            if (scope.outer == null) {
                if (scope.base || value == null) {
                    break;
                }
                scope.outer = new ThreadScope(NO_CATEGORY, NamedScopes.NONE, null, true);
            }
            scope = scope.outer;
        }
        everNamed = true;
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

    /**
     * The named scope that the current thread is in. Runs inside hooks, where a sample is taken.
     *
     * @return its number in {@link NamedScopes}
     */
    public static int nameId() {
        ThreadScope scope = everNamed ? CURRENT.get() : null;
        int named = scope == null ? NamedScopes.NONE : scope.nameId;
        return CurrentSpan.isRead() ? CurrentSpan.within(named) : named;
    }

    /**
     * Tells whether a scope with a name was ever opened, or a span was the current one.
     *
     * @return false as long as every sample is in no named scope
     */
    public static boolean isEverNamed() {
        return everNamed || CurrentSpan.isRead();
    }

    private static int inForce(int id) {
        if (!Category.givesWay(id)) {
            return id;
        }
        ThreadScope scope = everOpened ? CURRENT.get() : null;
        if (scope != null && scope.categoryId != NO_CATEGORY) {
            return scope.categoryId;
        }
        return rules == null ? id : rules.categoryId(id);
    }

    /**
     * Restores what was in force when this scope was opened. Closing twice does nothing; where an error ends it, such
     * as at the end of a stack, it is to be closed again.
     *
     * @throws IllegalStateException if this is not the innermost scope of the current thread
     */
    public void close() {
        if (closed) {
            return;
        }
        ThreadScope current = CURRENT.get();
        if (closing && current == outer) {
            closed = true;
            return;
        }
        if (current != this) {
            throw new IllegalStateException("Scopes are closed by their own thread, the innermost first");
        }
        closing = true;
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        closed = true;
    }
}
