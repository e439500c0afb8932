package io.nmt.core.internal.rules;

import io.nmt.core.model.Category;
import java.util.Objects;

/**
 * Gives what some classes allocate a category. Immutable.
 *
 * <p>Its pattern names them: {@code com.acme.codec.*} the classes of that package and of the packages below it, {@code
 * com.acme.Codec} one class and those nested in it, {@code com.acme.Codec$Block} a nested one.
 */
public final class CategoryRule {
    private static final String PACKAGE = ".*";

    // A class's name, or a package's with the dot behind it.
    private final String name;
    private final boolean ofPackage;
    private final Category category;

    /**
     * A rule.
     *
     * @param pattern of the classes' names
     * @param category of what they allocate
     * @throws IllegalArgumentException if it is not a pattern
     */
    public CategoryRule(String pattern, Category category) {
        this.ofPackage = pattern.endsWith(PACKAGE);
        this.name = ofPackage ? pattern.substring(0, pattern.length() - 1) : pattern;
        this.category = Objects.requireNonNull(category, "category");
        if (!isName(ofPackage ? pattern.substring(0, pattern.length() - PACKAGE.length()) : pattern)) {
            throw new IllegalArgumentException("Not a package.* or a class: " + pattern);
        }
    }

    /**
     * The JVM allows nearly everything in a name, and so do some compilers; but what no part of a name of Java's can
     * begin with is a mistake.
     */
    private static boolean isName(String name) {
        boolean begin = true; // of a part between dots
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '*' || c == '/' || c == ';' || c == '[' || Character.isWhitespace(c)) {
                return false;
            }
            if (begin && !Character.isJavaIdentifierStart(name.codePointAt(i))) {
                return false;
            }
            begin = c == '.';
        }
        return !begin;
    }

    boolean appliesTo(String className) {
        return className.startsWith(name)
                && (ofPackage || className.length() == name.length() || className.charAt(name.length()) == '$');
    }

    /** True if this rule has the longer name, which says more of a class that both apply to. */
    boolean saysMoreThan(CategoryRule other) {
        return name.length() > other.name.length();
    }

    int categoryId() {
        return category.id();
    }

    @Override
    public String toString() {
        return (ofPackage ? name + '*' : name) + ':' + category.name();
    }
}
