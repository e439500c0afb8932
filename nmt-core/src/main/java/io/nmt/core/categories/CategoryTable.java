package io.nmt.core.categories;

import java.util.Arrays;
import java.util.List;

/** The categories by id. Id 0 is left free: it marks the tracker's own probe blocks, which no total contains. */
final class CategoryTable {
    private static volatile Category[] byId = {null};

    private CategoryTable() {}

    /** Returns the category of that name, or null if it is new and there is no id left. */
    static synchronized Category register(String name) {
        Category[] known = byId;
        for (int id = 1; id < known.length; id++) {
            if (known[id].name().equals(name)) {
                return known[id];
            }
        }
        if (known.length > Category.MAX_CATEGORIES) {
            return null;
        }
        Category category = new Category(name, known.length);
        Category[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = category;
        byId = more;
        return category;
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
