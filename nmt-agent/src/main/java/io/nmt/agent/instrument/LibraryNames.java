package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of library classes that have rows. It is asked for each class that the application loads: by its last
 * letter first, since nearly no class has rows. Immutable, and creates no object when it is asked.
 */
final class LibraryNames {
    private static final int LETTERS = 128;

    /** By their last letter, how the names of the hook table end; or whole names. */
    private final String[][] endings = new String[LETTERS][];

    private final Set<String> handles = new HashSet<>();

    /** The names of the hook table, and of a table of handles. */
    LibraryNames(HandleTable handleTable) {
        List<List<String>> byLetter = new ArrayList<>();
        for (int i = 0; i < LETTERS; i++) {
            byLetter.add(new ArrayList<>());
        }
        for (String name : HookTable.libraryClasses()) {
            String ending = name.startsWith("*") ? name.substring(1) : name;
            byLetter.get(ending.charAt(ending.length() - 1)).add(ending);
        }
        for (int i = 0; i < LETTERS; i++) {
            endings[i] = byLetter.get(i).isEmpty() ? null : byLetter.get(i).toArray(new String[0]);
        }
        for (HandleRow row : handleTable.rows()) {
            handles.add(row.className());
        }
    }

    /**
     * True if a class may have rows.
     *
     * @param className with slashes
     * @return false for nearly all
     */
    boolean contain(String className) {
        int length = className.length();
        char last = length == 0 ? 0 : className.charAt(length - 1);
        String[] ends = last < LETTERS ? endings[last] : null;
        if (ends != null) {
            for (String end : ends) {
                if (className.endsWith(end)) {
                    return true;
                }
            }
        }
        return handles.contains(className);
    }
}
