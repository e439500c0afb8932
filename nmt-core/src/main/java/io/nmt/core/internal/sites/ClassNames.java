package io.nmt.core.internal.sites;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of a class and its superclasses, whose constructors are on the stack where an object is made; the name of
 * hidden classes.
 */
public final class ClassNames {
    private ClassNames() {}

    /**
     * Lists them.
     *
     * @param type of the object
     * @return its name first, that of {@code Object} left out
     */
    public static String[] ofLineage(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Class<?> parent = type; parent != null && parent != Object.class; parent = parent.getSuperclass()) {
            names.add(parent.getName());
        }
        return names.toArray(new String[0]);
    }

    /**
     * Names hidden classes of one kind.
     *
     * @param hidden the name of one of them, such as {@code App$$Lambda$14/0x0000000100003000}
     * @return without what tells it from the others
     */
    public static String withoutNumber(String hidden) {
        int end = hidden.lastIndexOf('/');
        end = end < 0 ? hidden.length() : end;
        int digits = end;
        while (digits > 1 && hidden.charAt(digits - 1) >= '0' && hidden.charAt(digits - 1) <= '9') {
            digits--;
        }
        return hidden.substring(0, digits < end && hidden.charAt(digits - 1) == '$' ? digits - 1 : digits);
    }

    /**
     * Looks a name up.
     *
     * @param names of classes
     * @param className to be found
     * @return whether it is one of them
     */
    public static boolean contain(String[] names, String className) {
        for (String name : names) {
            if (name.equals(className)) {
                return true;
            }
        }
        return false;
    }
}
