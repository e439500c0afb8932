package io.nmt.core.internal.hooks;

import io.nmt.core.internal.tracker.Tracker;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;

/**
 * The hooks in the JDK's lists of a class's fields and methods for reflection. They leave out what hooks have added, so
 * that serialisation, mocks and copies by field do not meet it. Nothing else calls them.
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
            int kept = copyOthers(fields, null);
            if (kept == fields.length) {
                return fields;
            }
            Field[] others = new Field[kept];
            copyOthers(fields, others);
            return others;
        } catch (Throwable t) {
            Tracker.failed(t);
            return fields;
        }
    }

    /**
     * Called at the return of {@code Reflection.filterMethods}.
     *
     * @param methods of a class
     * @return the same array, unless there is an added one among them
     */
    public static Method[] withoutAdded(Method[] methods) {
        try {
            int kept = copyOthers(methods, null);
            if (kept == methods.length) {
                return methods;
            }
            Method[] others = new Method[kept];
            copyOthers(methods, others);
            return others;
        } catch (Throwable t) {
            Tracker.failed(t);
            return methods;
        }
    }

    /** Counts the members that are not added, and puts them into another array, unless that is null. */
    private static int copyOthers(Member[] members, Member[] others) {
        int kept = 0;
        for (Member member : members) {
            if (!member.isSynthetic() || !member.getName().startsWith(ADDED)) {
                if (others != null) {
                    others[kept] = member;
                }
                kept++;
            }
        }
        return kept;
    }
}
