package io.nmt.agent.options;

import io.nmt.core.internal.rules.CategoryRule;
import io.nmt.core.model.Category;
import java.util.ArrayList;
import java.util.List;

/** Parses names of packages and classes with {@code +} between them, which categories' rules have, too. */
final class ClassPatterns {
    private ClassPatterns() {}

    static List<String> parse(String key, String value, String allowed) throws AgentException {
        List<String> patterns = new ArrayList<>();
        int start = 0;
        while (start <= value.length()) {
            int plus = value.indexOf('+', start);
            int end = plus < 0 ? value.length() : plus;
            String pattern = value.substring(start, end);
            try {
                new CategoryRule(pattern, Category.OTHER);
            } catch (IllegalArgumentException e) {
                throw AgentException.wrongValue(key, pattern, allowed);
            }
            patterns.add(pattern);
            start = end + 1;
        }
        return patterns;
    }
}
