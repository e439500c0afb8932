package io.nmt.core.internal.hooks;

import io.nmt.core.internal.tracker.Tracker;
import java.lang.reflect.Field;

/**
 * The hook in the JDK's list of a class's fields for reflection. It leaves out fields that hooks have added, so that
 * serialisation, mocks and copies by field do not meet them. Nothing else calls it.
 */
public final class ReflectionHooks {
    private static final String ADDED = "nmt$";

    private ReflectionHooks() {}

    /**
     * Called at the return of {@code Reflection.filterFields}.
     *
     * @param fields of a class
     * @return the same array, unless there is an added one among them
     */
    public static Field[] withoutAdded(Field[] fields) {
        try {
            int added = 0;
            for (Field field : fields) {
                added += isAdded(field) ? 1 : 0;
            }
            if (added == 0) {
                return fields;
            }
            Field[] others = new Field[fields.length - added];
            int count = 0;
            for (Field field : fields) {
                if (!isAdded(field)) {
                    others[count++] = field;
                }
            }
            return others;
        } catch (Throwable t) {
            Tracker.failed(t);
            return fields;
        }
    }

    private static boolean isAdded(Field field) {
        return field.isSynthetic() && field.getName().startsWith(ADDED);
    }
}
