package io.nmt.core.internal.sites;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of a class and its superclasses, whose constructors are on the stack where an object is made; the name of
 * hidden classes.
 */
public final class ClassNames {
    private static final String ADDRESS = "0x";
    private static final int HEX = 16;

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
        int slash = hidden.lastIndexOf('/');
        String name = withoutOuter(slash < 0 ? hidden : hidden.substring(0, slash));
        int end = name.length();
        int digits = end;
        while (digits > 1 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        return name.substring(0, digits < end && name.charAt(digits - 1) == '$' ? digits - 1 : digits);
    }

    /** Leaves the addresses of hidden classes out that a name has, where these have made the class. */
    private static String withoutOuter(String name) {
        String left = name;
        int start = left.indexOf(ADDRESS);
        while (start > 0) {
            int end = start + ADDRESS.length();
            while (end < left.length() && Character.digit(left.charAt(end), HEX) >= 0) {
                end++;
            }
            boolean isOne = left.charAt(start - 1) == '+' || left.charAt(start - 1) == '_';
            left = isOne ? left.substring(0, start - 1).concat(left.substring(end)) : left;
            start = left.indexOf(ADDRESS, isOne ? start - 1 : end);
        }
        return left;
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
