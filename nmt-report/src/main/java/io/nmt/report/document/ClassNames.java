package io.nmt.report.document;

import java.util.List;
import java.util.stream.Stream;

/** Names of classes in little room: packages go first, so that the class's own name stays whole. Pure functions. */
public final class ClassNames {
    private static final String QUALIFIED = "([a-z_]\\w*\\.)+[A-Z][\\w$]*";
    private static final String REST_OF_PACKAGE = "(?<=\\w)\\w+\\.";

    private ClassNames() {}

    /**
     * A name as it fits: whole; with the first letter of each package; without packages; without outer classes;
     * without its middle. What is no name of a class with packages only loses its middle.
     *
     * @param name of a class, or any other text
     * @param most how many characters there may be
     * @return so many at the most
     */
    public static String fitted(String name, int most) {
        if (name.length() <= most || !name.matches(QUALIFIED)) {
            return SafeText.shortened(name, most);
        }
        int end = name.lastIndexOf('.') + 1;
        String type = name.substring(end);
        String initials = name.substring(0, end).replaceAll(REST_OF_PACKAGE, ".");
        String inner = type.substring(Math.max(0, type.lastIndexOf('$')));
        List<String> shorter = List.of(initials.concat(type), type, inner);
        return Stream.concat(shorter.stream(), Stream.of(SafeText.shortened(inner, most)))
                .filter(each -> each.length() <= most)
                .findFirst()
                .orElse(inner);
    }
}
