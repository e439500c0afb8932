package io.nmt.report.reading.sources;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of class metadata, and what is left of them, in the text of {@code VM.info} or {@code VM.metaspace basic}.
 * The JVM rounds to two digits behind the point.
 */
public final class MetaspaceText {
    private static final String SIZE = "([\\d.]+) (bytes|KB|MB|GB)";
    private static final Pattern LIMIT = Pattern.compile("(?m)^MaxMetaspaceSize: " + SIZE);
    private static final Pattern CLASS_SPACE = Pattern.compile("(?m)^CompressedClassSpaceSize: " + SIZE);
    private static final String COMMITTED = " +" + SIZE + " reserved, +" + SIZE + " ";
    private static final Pattern ALL_COMMITTED = Pattern.compile("(?m)^ *Both:" + COMMITTED);
    private static final Pattern CLASSES_COMMITTED = Pattern.compile("(?m)^ *Class space:" + COMMITTED);

    private MetaspaceText() {}

    /** Reads {@code -XX:MaxMetaspaceSize}; 0 if there is no limit, or the text does not tell. */
    public static long limitBytes(String text) {
        return bytes(LIMIT.matcher(text), 1);
    }

    /** Reads {@code -XX:CompressedClassSpaceSize}; 0 without a class space, or if the text does not tell. */
    public static long classSpaceBytes(String text) {
        return bytes(CLASS_SPACE.matcher(text), 1);
    }

    /** Bytes that the JVM may still commit for classes; {@link Long#MAX_VALUE} without a limit. */
    public static long roomBytes(String text) {
        return Math.min(
                room(limitBytes(text), bytes(ALL_COMMITTED.matcher(text), 3)),
                room(classSpaceBytes(text), bytes(CLASSES_COMMITTED.matcher(text), 3)));
    }

    private static long room(long limit, long committed) {
        return limit > 0 && committed > 0 ? Math.max(0, limit - committed) : Long.MAX_VALUE;
    }

    private static long bytes(Matcher size, int group) {
        if (!size.find()) {
            return 0;
        }
        try {
            double number = Double.parseDouble(size.group(group));
            return Math.round(
                    switch (size.group(group + 1)) {
                        case "GB" -> number * (1 << 30);
                        case "MB" -> number * (1 << 20);
                        case "KB" -> number * (1 << 10);
                        default -> number;
                    });
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
