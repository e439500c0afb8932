package io.nmt.core.blocks;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;

/**
 * Makes block tables of one window, for the concurrency tests: every address collides with every other, the ninth block
 * makes the table grow, and a walk takes nanoseconds.
 */
final class SmallTable {
    /** How many blocks fit before the table grows. */
    static final int SLOTS = 8;

    private static final Field NEWEST;
    private static final Constructor<?> LEVEL;

    static {
        try {
            NEWEST = BlockTable.class.getDeclaredField("newest");
            NEWEST.setAccessible(true);
            LEVEL = NEWEST.getType().getDeclaredConstructor(int.class, NEWEST.getType());
            LEVEL.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private SmallTable() {}

    static BlockTable create() {
        try {
            BlockTable table = new BlockTable();
            NEWEST.set(table, LEVEL.newInstance(1, null));
            return table;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("The table's first level cannot be replaced", e);
        }
    }
}
