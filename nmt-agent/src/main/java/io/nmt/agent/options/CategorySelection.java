package io.nmt.agent.options;

import io.nmt.agent.instrument.HookTable;
import io.nmt.core.model.Category;
import java.util.Locale;

/** The option that chooses what is tracked. */
final class CategorySelection {
    private CategorySelection() {}

    /**
     * Reads the option {@code categories}.
     *
     * @return by category id, whether its blocks are left out; null for {@code all}
     */
    static boolean[] allBut(String value) throws AgentException {
        if (value.equals("all")) {
            return null;
        }
        boolean[] out = new boolean[Category.MAX_CATEGORIES + 1];
        for (Category category : HookTable.categories()) {
            out[category.id()] = true;
        }
        int start = 0;
        while (start <= value.length()) {
            int plus = value.indexOf('+', start);
            int end = plus < 0 ? value.length() : plus;
            out[selected(value.substring(start, end), value).id()] = false;
            start = end + 1;
        }
        return out;
    }

    private static Category selected(String name, String value) throws AgentException {
        StringBuilder allowed = new StringBuilder("all, or some of ");
        String separator = "";
        for (Category category : HookTable.categories()) {
            String optionName = optionName(category);
            if (optionName.equals(name)) {
                return category;
            }
            allowed.append(separator).append(optionName);
            separator = "+";
        }
        throw AgentException.wrongValue("categories", value, allowed.toString());
    }

    private static String optionName(Category category) {
        return category.name().toLowerCase(Locale.ROOT).replace(' ', '-');
    }
}
