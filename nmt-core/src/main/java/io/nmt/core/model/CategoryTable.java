package io.nmt.core.model;

import java.util.Arrays;
import java.util.List;

/** The categories by id. Id 0 is left free: it marks the tracker's own probe blocks, which no total contains. */
final class CategoryTable {
    private static volatile Category[] byId = {null};

    private CategoryTable() {}

    /** Returns the category of that name, or null if it is new and there is no id left. */
    static synchronized Category register(String name, int facts) {
        Category same = find(name);
        if (same != null) {
            return same;
        }
        Category[] known = byId;
        if (known.length > Category.MAX_CATEGORIES) {
            return null;
        }
        Category category = new Category(name, known.length, facts);
        Category[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = category;
        byId = more;
        return category;
    }

    /** Returns the category of that name, or null. */
    static Category find(String name) {
        for (Category category : byId) {
            if (category != null && category.name().equals(name)) {
                return category;
            }
        }
        return null;
    }

    static Category withId(int id) {
        Category[] known = byId;
        if (id < 1 || id >= known.length) {
            throw new IndexOutOfBoundsException(id);
        }
        return known[id];
    }

    static List<Category> all() {
        Category[] known = byId;
        return List.of(Arrays.copyOfRange(known, 1, known.length));
    }
}
