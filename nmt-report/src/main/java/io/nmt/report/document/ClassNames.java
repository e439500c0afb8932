package io.nmt.report.document;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names of classes in little room: packages go first, so that the class's own name stays whole. Pure functions. */
public final class ClassNames {
    private static final Pattern QUALIFIED = Pattern.compile("(?<packages>(?:[a-z_]\\w*\\.)+)(?<type>[A-Z][\\w$]*)");
    private static final Pattern REST_OF_PACKAGE = Pattern.compile("(?<=\\w)\\w+(?=\\.)");

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
        Matcher parts = QUALIFIED.matcher(name);
        if (name.length() <= most || !parts.matches()) {
            return SafeText.shortened(name, most);
        }
        String type = parts.group("type");
        String initials = REST_OF_PACKAGE.matcher(parts.group("packages")).replaceAll("");
        String inner = type.substring(Math.max(0, type.lastIndexOf('$')));
        List<String> shorter = List.of(initials.concat(type), type, inner);
        return Stream.concat(shorter.stream(), Stream.of(SafeText.shortened(inner, most)))
                .filter(each -> each.length() <= most)
                .findFirst()
                .orElse(inner);
    }
}
